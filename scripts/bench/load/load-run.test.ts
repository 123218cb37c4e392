import { expect, test } from "vitest";
import { serve } from "../../../tests/support/stand-ins/http-stand-in.ts";
import { failureCount, phaseRow, runLoad } from "./load-run.ts";

test("each connection cycles through its own list, and every answer is counted with its time", async () => {
  const asked: string[] = [];
  const origin = await serve((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.cookie ?? ""}`.trim());
    response.end("ok");
  });
  const lists = ["a", "b"].map((name) => [
    { path: `/${name}`, headers: { cookie: `person=${name}` } },
    { path: "/write", method: "POST" as const, body: "{}" },
  ]);
  const run = await runLoad(origin, lists, { amount: 8 });
  expect(asked.toSorted()).toEqual([
    "GET /a person=a",
    "GET /a person=a",
    "GET /b person=b",
    "GET /b person=b",
    ...Array.from({ length: 4 }, () => "POST /write"),
  ]);
  expect([run.latenciesMs.length, failureCount(run)]).toEqual([8, 0]);
  expect(phaseRow("All", run, 2, 1).slice(3, 5)).toEqual(["8", "0"]);
});

test("an unexpected status is a failure; an expected 404 isn't", async () => {
  const origin = await serve((request, response) => {
    response.statusCode = request.url === "/gone" ? 404 : 500;
    response.end();
  });
  const list = [{ path: "/gone", status: 404 }, { path: "/broken?at=1" }];
  const run = await runLoad(origin, [list], { amount: 10 });
  expect([...run.failures]).toEqual([["500 to GET /broken", 5]]);
});

test("a connection closed without an answer is a failure", async () => {
  let count = 0;
  const origin = await serve((request, response) => {
    count += 1;
    if (count % 4 === 0) request.socket.destroy();
    else response.end("ok");
  });
  const run = await runLoad(origin, [[{ path: "/" }]], { seconds: 1 });
  expect(run.latenciesMs.length).toBeGreaterThan(0);
  expect(failureCount(run)).toBeGreaterThan(0);
});
