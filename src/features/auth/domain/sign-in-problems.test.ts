import { expect, test } from "vitest";
import { describeProblem } from "./sign-in-problems.ts";

test("describes a problem and what to do about it", () => {
  expect(describeProblem("personal-account")).toMatchObject({
    title: "Personal accounts can’t sign in",
    needsOtherAccount: true,
  });
});

test("returns null without a problem, and a general failure for an unknown code", () => {
  expect(describeProblem(null)).toBeNull();
  expect(describeProblem("")).toBeNull();
  expect(describeProblem("constructor")?.title).toBe("Sign-in failed");
});
