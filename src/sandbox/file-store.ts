import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { errorCode } from "#shared/error-code.ts";
import type { RecordStore } from "#shared/record-store.ts";
import { parseJson } from "#shared/text/json-text.ts";

/** Enough for all links of a demo's day; beyond it the oldest are dropped. */
const mostRecords = 2_000;
const idPattern = /^\w{1,64}$/;
const fileName = /^(\w{1,64})\.json$/;

/**
 * Creates a store with one small, private file for each record, replaced atomically, so that neither a kill nor a second server
 * leaves half of one. An invalid file is ignored.
 */
export function createFileStore<State>(directory: string, schema: z.ZodType<State>): RecordStore<State> {
  const pathOf = (id: string) => join(directory, `${id}.json`);
  const ids = () =>
    unlessMissing(() => readdirSync(directory), []).flatMap((name) => fileName.exec(name)?.[1] ?? []);
  function forgetOldest(): void {
    const all = ids();
    if (all.length <= mostRecords) return;
    const byAge = all
      .map((id) => ({ id, changedMs: statSync(pathOf(id), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((a, b) => a.changedMs - b.changedMs);
    for (const { id } of byAge.slice(0, all.length - mostRecords)) rmSync(pathOf(id), { force: true });
  }
  return {
    ids,
    read(id) {
      if (!idPattern.test(id)) return null;
      const text = unlessMissing(() => readFileSync(pathOf(id), "utf8"), "");
      return schema.safeParse(parseJson(text)).data ?? null;
    },
    write(id, state) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const draft = join(directory, `.${id}.${randomBytes(6).toString("hex")}`);
      writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
      renameSync(draft, pathOf(id));
      forgetOldest();
    },
  };
}

function unlessMissing<Found>(read: () => Found, otherwise: Found): Found {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return otherwise;
    throw error;
  }
}
