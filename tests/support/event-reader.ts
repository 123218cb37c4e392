import { expect, vi } from "vitest";

export type EventReader = Awaited<ReturnType<typeof readEvents>>;
type Event = { event: string; id: string | null; data: Record<string, unknown> };

/** Reads a stream of server-sent events as they arrive. */
export function readEvents(response: Response) {
  expect(response.status).toBe(200);
  const { body } = response;
  if (body === null) throw new Error("The stream has no body.");
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let isEnded = false;
  const reading = (async () => {
    for (;;) {
      const { done, value = "" } = await reader.read();
      text += value;
      if (done) return;
    }
  })()
    .catch(() => undefined)
    .finally(() => (isEnded = true));

  const events = (): Event[] =>
    text
      .split("\n\n")
      .slice(0, -1)
      .filter((block) => block.includes("data: "))
      .map((block) => ({
        event: /^event: (.*)$/m.exec(block)?.[1] ?? "",
        id: /^id: (.*)$/m.exec(block)?.[1] ?? null,
        data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "{}") as Event["data"],
      }));
  return {
    text: () => text,
    events,
    /** Returns the topics of the `changed` events so far. */
    topics: () => events().flatMap(({ event, data }) => (event === "changed" ? [String(data["topic"])] : [])),
    lastId: () => events().findLast(({ id }) => id !== null)?.id ?? "",
    isEnded: () => isEnded,
    ended: () => reading,
    /** Waits as long as a change may take to arrive. */
    until: (check: () => void) => vi.waitFor(check, { timeout: 2_000, interval: 10 }),
    close: () => reader.cancel(),
  };
}
