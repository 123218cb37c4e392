import { z } from "zod";
import { codeSearchContract } from "#features/code-search/contract.ts";
import type { Database } from "#server/database/db.ts";
import { createTestGitHub, testGitHubSettings } from "../stand-ins/test-github.ts";
import { createTestApp } from "../test-app.ts";

const minuteMs = 60_000;

/** A site without any token, whose GitHub has only repositories and their archives, with one clock. */
export function createCodeSite(database: Database, environment: Record<string, string> = {}) {
  const clock = { ms: Date.parse("2026-11-21T12:00:00Z") };
  const now = () => new Date(clock.ms);
  const github = createTestGitHub({ now, listsPrivate: true });
  const app = createTestApp(database, {
    environment: { ...testGitHubSettings, CODE_SEARCH_MS: "20000", ...environment },
    fetch: github.fetch,
    now,
  });

  /** Runs the next pass of the index, 15 minutes later. */
  async function runPass(): Promise<void> {
    clock.ms += 15 * minuteMs;
    await database.unsafeDb.transaction((tx) => app.jobs.enqueue(tx, { kind: "code index", key: "all" }));
    await app.jobs.runDue();
  }

  async function call<Output>(address: string, output: z.ZodType<Output>): Promise<Output> {
    const response = await app.request(address);
    const body: unknown = await response.json();
    if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
    return z.object({ data: output }).parse(body).data;
  }

  const query = (input: Record<string, string>) => new URLSearchParams(input).toString();
  const { searchCode, getCodeFile, getCodeTree, findCode } = codeSearchContract;
  return {
    app,
    github,
    clock,
    runPass,
    search: (term: string, page = 1) =>
      call(`/api/githubSearch?${query({ term, page: String(page) })}`, searchCode.output),
    file: (input: Record<string, string>) => call(`/api/GetCodeFile?${query(input)}`, getCodeFile.output),
    tree: (input: Record<string, string>) => call(`/api/GetCodeTree?${query(input)}`, getCodeTree.output),
    find: (q: string) => call(`/api/FindCode?${query({ q })}`, findCode.output),
    status: async (address: string) => {
      const response = await app.request(address);
      const body = z
        .object({ errors: z.record(z.string(), z.array(z.string())) })
        .safeParse(await response.json());
      return { status: response.status, errors: body.data?.errors ?? null };
    },
    /** Returns all files that a search finds, as `repository/path`. */
    async everything(term: string): Promise<string[]> {
      const found: string[] = [];
      for (let page = 1; ; page += 1) {
        const { items, total_count } = await call(
          `/api/githubSearch?${query({ term, page: String(page) })}`,
          searchCode.output,
        );
        found.push(...items.map(({ repository, path }) => `${repository.name}/${path}`));
        if (found.length >= total_count || items.length === 0) return found.toSorted();
      }
    },
  };
}
