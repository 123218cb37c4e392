import { describe, expect, it } from "vitest";
import { createLogger, redact } from "./log.ts";

function loggedBy(write: (log: ReturnType<typeof createLogger>) => void): string {
  let output = "";
  write(createLogger({ level: "debug", destination: { write: (line) => (output += line) } }));
  return output;
}

const secrets = [
  "access-sandbox-8ab976e6-64bc-4b38-98f7-731e7a349970",
  "gho_16C7e42F292c6912E7710c838347Ae178B4a",
  "github_pat_11ABCDEFG0abcdefghij_abcdefghijklmnop",
  "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
  "Bearer abc.def-ghi",
  "4111111111111111",
  "folio=Zm9saW8tc2Vzc2lvbi10b2tlbg",
];

describe("the log", () => {
  it("writes one JSON line with time, level and message", () => {
    const line = JSON.parse(loggedBy((log) => log.info({ requestId: "r1" }, "request"))) as Record<
      string,
      unknown
    >;
    expect(line).toMatchObject({ level: "info", requestId: "r1", msg: "request" });
    expect(line["time"]).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it.each(secrets)("never prints %s in a field, message, nested object or error", (secret) => {
    const output = loggedBy((log) => {
      log.info({ note: `before ${secret} after`, deep: { list: [secret] } }, `message with ${secret}`);
      log.error({ error: new Error(`failed with ${secret}`, { cause: new Error(secret) }) }, "failed");
      log.child({ header: secret }).warn({}, "child");
    });
    expect(output).not.toContain(secret.replace(/^(?:Bearer |folio=)/, ""));
    expect(output).toContain("[redacted]");
  });

  it.each([
    "authorization",
    "cookie",
    "set-cookie",
    "access_token",
    "clientSecret",
    "accountNumber",
    "password",
  ])("redacts any value named %s", (name) => {
    expect(redact({ [name]: "plain words" })).toEqual({ [name]: "[redacted]" });
  });

  it("leaves an id of digits whole, and redacts the same digits elsewhere", () => {
    const id = "e2472718-2244-4e49-aef4-705060177478";
    expect(redact({ requestId: id, path: `/post/${id}` })).toEqual({ requestId: id, path: `/post/${id}` });
    expect(redact("aef4-705060177478")).toBe("aef4-[redacted]");
  });

  it("redacts codes and states in addresses", () => {
    expect(redact("/oauth?code=abc123&state=xyz&page=2")).toBe(
      "/oauth?code=[redacted]&state=[redacted]&page=2",
    );
  });

  it.each([
    "/calendar/SECRET.ics",
    "//calendar//SECRET.ics/",
    "/CALENDAR/SECRET.ICS",
    "https://folio.example/calendar/SECRET",
    "/%63alendar/SECRET.ics",
    "/calendar%252FSECRET.ics",
  ])("redacts the secret of a calendar feed in %s, in a path and in a sentence", (address) => {
    expect(redact(address)).not.toContain("SECRET");
    expect(redact(`PROPFIND ${address} was refused`)).toMatch(/^PROPFIND \S*\[redacted\] was refused$/);
  });

  it("leaves other addresses unchanged", () => {
    for (const path of [
      "/calendar/:secret",
      "/post/calendar",
      "/code?q=100%25",
      "/post/%C3%B1",
      "/calendars/x",
    ])
      expect(redact(path)).toBe(path);
  });

  it("keeps a hostile text on one line", () => {
    const output = loggedBy((log) => log.info({ path: 'a\n{"level":"error"}\r\n' }, "x\ny"));
    expect(output.trimEnd().split("\n")).toHaveLength(1);
  });

  it("prints no control characters", () => {
    const hostile = "\u001b[2J\u009b2J\u0085\u2028\u0007\u007f";
    const output = loggedBy((log) => log.error({ path: hostile, error: new Error(hostile) }, hostile));
    // oxlint-disable-next-line no-control-regex -- the test looks for control characters
    expect(output.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    expect(JSON.parse(output)).toMatchObject({ level: "error" });
  });

  it("survives circular and deeply nested values", () => {
    const loop: Record<string, unknown> = {};
    loop["self"] = loop;
    expect(() => loggedBy((log) => log.info({ loop }, "loop"))).not.toThrow();
  });
});
