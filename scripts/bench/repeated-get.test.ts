import { expect, test } from "vitest";
import { serve } from "../../tests/support/stand-ins/http-stand-in.ts";
import { repeatedGets } from "./repeated-get.ts";

const run = { connections: 2, seconds: 0.1 };

test("counts every answer once, also one that arrives in pieces", async () => {
  let answered = 0;
  const url = await serve((request, response) => {
    expect(request.headers["accept-encoding"]).toBe("br");
    answered += 1;
    response.writeHead(200, { "content-length": "300000" });
    response.write(Buffer.alloc(100_000));
    setImmediate(() => response.end(Buffer.alloc(200_000)));
  });
  const { count, seconds } = await repeatedGets(url, "br", run);
  expect(count).toBe(answered);
  expect(count).toBeGreaterThan(2);
  expect(seconds).toBeGreaterThanOrEqual(run.seconds);
});

test.each([
  [503, "Not an answer to count: HTTP/1.1 503"],
  [200, "closed a connection"],
])("a %i that isn't a whole answer fails the run", async (status, message) => {
  const url = await serve((_request, response) => {
    response.writeHead(status, { "content-length": "10" });
    if (status === 200) response.write("half", () => response.destroy());
    else response.end("0123456789");
  });
  await expect(repeatedGets(url, "br", run)).rejects.toThrow(message);
});
