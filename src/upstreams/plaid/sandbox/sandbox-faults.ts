import { SandboxError, type SandboxProblem } from "./sandbox-errors.ts";

/** Failures that a test has ordered. */
export type Faults = {
  /** Lets the next calls of a path fail. */
  failNext: (path: string, problem: SandboxProblem, times: number) => void;
  /** Throws where a failure of this path is still ordered. */
  check: (path: string) => void;
  /** Changes the list while it is paged through: as often as ordered, each time after a first page. */
  mutateDuringPaging: (itemId: string, times: number) => void;
  takeMutation: (itemId: string) => boolean;
};

export function createFaults(): Faults {
  const failures = new Map<string, SandboxProblem[]>();
  const mutations = new Map<string, number>();
  return {
    failNext(path, problem, times) {
      const ordered = failures.get(path) ?? [];
      failures.set(path, [...ordered, ...Array.from({ length: times }, () => problem)]);
    },
    check(path) {
      const problem = failures.get(path)?.shift();
      if (problem !== undefined) throw new SandboxError(problem);
    },
    mutateDuringPaging: (itemId, times) => void mutations.set(itemId, times),
    takeMutation(itemId) {
      const left = mutations.get(itemId) ?? 0;
      mutations.set(itemId, Math.max(0, left - 1));
      return left > 0;
    },
  };
}
