import type { TestApp } from "./test-app.ts";

/** Answer of a call: `data` of the envelope, or all of a bare one, and the errors of a failure. */
export type Answer<Data> = { status: number; data: Data; errors: Record<string, string[]> | null };

/** Calls of a signed-in person; `as` is the cookie of another one. */
export type Calls = {
  get: <Data>(path: string, as?: string) => Promise<Answer<Data>>;
  post: <Data>(path: string, body: unknown, as?: string) => Promise<Answer<Data>>;
};

/** Reads the answer of a call. */
export async function answerOf<Data>(response: Response): Promise<Answer<Data>> {
  const body = (await response.json()) as { data?: Data; errors: Answer<Data>["errors"] };
  const data = "data" in body ? body.data : body;
  return { status: response.status, data: data as Data, errors: body.errors };
}

/** Creates the calls of a person with this cookie. */
export function createCalls({ request, post }: Pick<TestApp, "request" | "post">, cookie: string): Calls {
  return {
    get: async (path, as = cookie) => answerOf(await request(path, { headers: { cookie: as } })),
    post: async (path, body, as = cookie) => answerOf(await post(path, body, { cookie: as })),
  };
}
