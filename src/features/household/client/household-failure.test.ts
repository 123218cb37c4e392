import { expect, it } from "vitest";
import { ApiError, failureEnvelope, readAnswer } from "#shared/envelope.ts";
import { householdFailureText } from "./use-household-call.ts";

function failed(status: number, errors: Record<string, string[]>): ApiError {
  const response = { status, ok: false, headers: { get: () => "r-1" } };
  const answer = readAnswer(response, failureEnvelope(status, errors));
  if (answer.success) throw new Error("expected a failure");
  return new ApiError(answer);
}

it("says that an invitation or membership has ended in the meantime", () => {
  const gone = failed(404, { NOT_FOUND: ["Not found"] });
  expect(householdFailureText(gone)).toBe("This was withdrawn or ended in the meantime.");
});

it("gives the server’s sentence for what it refuses", () => {
  const full = failed(409, { userId: ["You can share with 10 people at most."] });
  expect(householdFailureText(full)).toBe("You can share with 10 people at most.");
});
