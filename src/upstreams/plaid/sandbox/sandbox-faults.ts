import { SandboxError, type SandboxProblem } from "./sandbox-errors.ts";

/** Failures requested by a test. */
export type Faults = {
  /** Makes the next calls of a path fail. */
  failNext: (path: string, problem: SandboxProblem, times: number) => void;
  /** Throws if a failure of this path is pending. */
  check: (path: string) => void;
  /** Changes the list during paging, the requested number of times, each after a first page. */
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
