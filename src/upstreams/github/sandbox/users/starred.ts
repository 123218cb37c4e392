import type { SeedBundle } from "../repos/seed-bundle.ts";

type Starred = { id: number; owner: string; name: string; starredAt: string; bundle: SeedBundle };

/**
 * `owner/name
 * stars
 * extension of its one source
 * topics
 * description`; most recently starred first.
 */
const lines = `
tidewater-labs/pgdrift | 4180 | go | postgres,migrations | Shows where a database has drifted from its migrations
quillwright/commonplace | 962 | ts | notes,local-first | A commonplace book that syncs through any folder
saltbox-dev/saltbox | 2314 | ts | testing,http | A test double for HTTP services that keeps to their published schema
mica-vellum/vellum-tables | 1507 | ts | table,accessibility | Tables that a keyboard can walk and a screen reader can read
northgate-tools/cronspeak | 618 | py | cron,nlp | Reads a cron line out loud, and writes one from a sentence
fern-hollow/markdown-table-lint | 344 | js | markdown,linter | Finds the row of a Markdown table that has one cell too many
tidewater-labs/isobar | 5203 | rs | cli,observability | Prints the slow part of a log, and only that
lanternfish-works/deep-queue | 1893 | cs | queue,dotnet | A durable queue in one table of your own database
quillwright/footnote | 271 | ts | typography | Side notes for long articles, without a line of script
saltbox-dev/golden-hour | 738 | py | time,testing | A clock for tests that knows about daylight saving
mica-vellum/contrast-walk | 1122 | js | accessibility,colour | Walks a palette to the nearest pair that can be read
northgate-tools/envelope | 489 | cs | api,dotnet | One shape for every answer of an API, failures too
fern-hollow/hedgerow | 205 | html | css,layout | Page layouts that need no framework
tidewater-labs/estuary-sync | 3341 | ts | sync,offline | Two-way sync with a log that a person can read
lanternfish-works/angler | 877 | cs | search,dotnet | Full-text search over a folder of PDFs
quillwright/plain-diff | 1460 | rs | diff,cli | A diff for prose: by sentence, not by line
saltbox-dev/brine | 312 | sh | backup,shell | Backups that restore themselves once a week to see whether they can
mica-vellum/inkwell-vue | 654 | vue | vue,forms | Forms for Vue that say what went wrong where it went wrong
northgate-tools/ledgerline | 1731 | py | accounting,cli | Plain-text accounting with a strict parser
fern-hollow/bramble | 98 | php | wordpress | A WordPress theme that is one file
tidewater-labs/tidemark | 2768 | go | cache,http | A cache that answers old and asks for new
lanternfish-works/photophore | 540 | ts | charts,svg | Charts as SVG with the table beside them
quillwright/errata | 415 | ts | blog,changelog | Corrections to published articles, kept in the open
saltbox-dev/curing-salt | 167 | cs | immutability,dotnet | Records with cheaper copies
mica-vellum/leaf-grid | 2044 | ts | css,grid | A grid for ledgers: columns that line up on the decimal point
northgate-tools/passkey-porch | 1386 | ts | webauthn,passkeys | A small server for passkeys, and nothing else
fern-hollow/stile | 76 | js | routing | A router in forty lines, for pages that need one link
tidewater-labs/breakwater | 3925 | rs | proxy,rate-limit | A proxy that says no early and politely
lanternfish-works/mudskipper | 233 | py | csv,etl | Moves files between two systems that both lie about their encoding
quillwright/marginal | 587 | ts | pdf,annotation | Notes on PDFs, kept beside the PDF
saltbox-dev/pickle-jar | 129 | py | fixtures,testing | Recorded answers with an expiry date
mica-vellum/foolscap | 811 | html | print,css | Print styles that survive a real printer
northgate-tools/semaphore-city | 1019 | go | ci,queue | Lets one release through at a time
fern-hollow/copse | 154 | ts | trees,data-structures | Trees with parents, moved about safely
lanternfish-works/bioluminescence | 702 | cs | logging,dotnet | Logs that light up only around a failure
`;

/** Templates of a short source file for each language, which gives the repository that language. */
const sources: Record<string, (name: string) => string> = {
  ts: (name) =>
    `/** The name under which this package reports itself. */\nexport const packageName = "${name}";\n`,
  js: (name) =>
    `/** The name under which this package reports itself. */\nexport const packageName = "${name}";\n`,
  vue: (name) => `<template>\n  <p class="package">${name}</p>\n</template>\n`,
  html: (name) =>
    `<!doctype html>\n<html lang="en">\n  <title>${name}</title>\n  <h1>${name}</h1>\n</html>\n`,
  py: (name) => `"""The name under which this package reports itself."""\n\nPACKAGE_NAME = "${name}"\n`,
  go: (name) =>
    `package main\n\n// packageName is how this program reports itself.\nconst packageName = "${name}"\n`,
  rs: (name) => `/// How this crate reports itself.\npub const PACKAGE_NAME: &str = "${name}";\n`,
  cs: (name) => `internal static class Package\n{\n    internal const string Name = "${name}";\n}\n`,
  php: (name) => `<?php\n/* Theme Name: ${name} */\n`,
  sh: (name) => `#!/bin/sh\nset -eu\necho "${name}"\n`,
};

/** Returns the owner's starred repositories, invented ones of other accounts, each with a README and one source. */
export function starredRepositories(): Starred[] {
  const newest = Date.UTC(2026, 10, 15, 19, 42);
  return lines
    .trim()
    .split("\n")
    .map((line, index) => {
      const [fullName = "", stars = "", extension = "", topics = "", description = ""] = line.split(" | ");
      const [owner = "", name = ""] = fullName.split("/");
      // Ever longer ago, in bursts, as people star repositories.
      const starredAt = new Date(newest - index * 6 * 86_400_000 - index * index * 3_600_000);
      return {
        id: 640_000_000 + index * 1_117_301,
        owner,
        name,
        starredAt: instant(starredAt),
        bundle: makeBundle(
          { owner, name, stars: Number(stars), extension, topics: topics.split(","), description },
          starredAt,
        ),
      };
    });
}

function makeBundle(
  repo: {
    owner: string;
    name: string;
    stars: number;
    extension: string;
    topics: string[];
    description: string;
  },
  starredAt: Date,
): SeedBundle {
  const { owner, name, stars, extension, topics, description } = repo;
  const readme = `# ${name}\n\n${description}.\n\nSee [the source](src/main.${extension}).\n`;
  const source = sources[extension]?.(name) ?? "";
  return {
    description,
    homepage: null,
    topics,
    license: "MIT",
    stars,
    forks: Math.round(stars / 19),
    watchers: Math.round(stars / 61) + 1,
    issues: stars % 29,
    created: instant(new Date(starredAt.getTime() - 900 * 86_400_000)),
    archived: false,
    parent: null,
    commits: [
      // One commit created them all, on a day between creation and star.
      {
        date: instant(new Date(starredAt.getTime() - 11 * 86_400_000)),
        author: owner,
        paths: [],
        message: `Release ${name}`,
      },
    ],
    files: [
      { path: "README.md", mode: "100644", bytes: Buffer.from(readme) },
      { path: `src/main.${extension}`, mode: "100644", bytes: Buffer.from(source) },
    ],
  };
}

function instant(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, "Z");
}
