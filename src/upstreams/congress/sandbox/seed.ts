import { readdirSync, readFileSync } from "node:fs";
import type { SeedBill } from "./seed-bill.ts";
import { readMembers, type SeedMember } from "./seed-members.ts";
import { readSeed } from "./seed-reader.ts";

const folder = new URL(`${import.meta.resolve("#upstreams/congress/sandbox/seed")}/`);

export type Seed = {
  bills: SeedBill[];
  findMember: (bioguideId: string, congress: number) => SeedMember;
};

/** Reads every seed file; takes some tens of milliseconds, so it waits for the first request. */
export function loadSeed(): Seed {
  const files = readdirSync(folder).filter((name) => /^bills-\d+\.txt$/.test(name));
  return {
    bills: files.flatMap((name) => readSeed(readFileSync(new URL(name, folder), "utf8"))),
    findMember: readMembers(readFileSync(new URL("members.txt", folder), "utf8")),
  };
}
