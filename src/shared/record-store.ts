/** Small records by their ID, which a sandbox keeps. */
export type RecordStore<State> = {
  read: (id: string) => State | null;
  write: (id: string, state: State) => void;
  ids: () => string[];
};

/** Creates a store in memory, for tests. */
export function createMemoryStore<State>(): RecordStore<State> {
  const states = new Map<string, State>();
  return {
    read: (id) => states.get(id) ?? null,
    write: (id, state) => void states.set(id, state),
    ids: () => [...states.keys()],
  };
}
