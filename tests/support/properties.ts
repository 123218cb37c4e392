import * as fc from "fast-check";
import { onTestFinished, TestRunner } from "vitest";
import { isFullRun } from "./night.ts";

/** The real clock, even in a test that sets another. */
const { now } = Date;

/** By day each property is tested with the same cases, so that runs are repeatable; at night with new ones. */
fc.configureGlobal({ markInterruptAsFailure: true, ...(isFullRun ? {} : { seed: 20_261_101 }) });

/**
 * Tries no new case after nine tenths of a test's time, so that the test fails with the counterexample found so far. Vitest
 * would only give up waiting: shrinking would go on in the worker's database, under the next tests. A case that takes longer
 * still ends before they start.
 */
fc.installGlobalPlugin(() => {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) return {};
  const endsAtMs = (test.result?.startTime ?? now()) + test.timeout * 0.9;
  let running: unknown;
  onTestFinished(async () => void (await running));
  return {
    decorateRun: (run) => (value) => {
      if (now() > endsAtMs) return new fc.PreconditionFailure(true);
      const outcome = run(value);
      running = outcome;
      return outcome;
    },
  };
});

export { fc };
