import { expect, test } from "vitest";
import { describeProblem } from "./sign-in-problems.ts";

test("a problem is told in words, with what to do about it", () => {
  expect(describeProblem("personal-account")).toMatchObject({
    title: "Personal accounts cannot sign in",
    needsOtherAccount: true,
  });
});

test("no problem has no words, and an invented code those of an unexplained failure", () => {
  expect(describeProblem(null)).toBeNull();
  expect(describeProblem("")).toBeNull();
  expect(describeProblem("constructor")?.title).toBe("Signing in did not work");
});
