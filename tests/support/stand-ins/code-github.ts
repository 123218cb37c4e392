import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { entry, paxRecord } from "#upstreams/github/sandbox/repos/tarball.ts";

/** A repository of this GitHub. `entries` replaces its archive's files by any blocks of a tar. */
export type CodeRepository = {
  id: number;
  name: string;
  pushedAt: string;
  files: Record<string, string | Buffer>;
  entries?: Buffer[];
  /** Replaces the whole archive. */
  archive?: Buffer;
  isPrivate?: boolean;
  isFork?: boolean;
  isEmpty?: boolean;
};

export const codeGitHubSettings = {
  GITHUB_OWNER: "wren-holloway",
  GITHUB_API_URL: "https://code-github.example",
  GITHUB_URL: "https://code-github.example",
};

/** Returns the commit that an archive of these files says. */
export function commitOf({ files, name }: Pick<CodeRepository, "files" | "name">): string {
  const hash = createHash("sha1").update(name);
  for (const [path, content] of Object.entries(files)) hash.update(path).update(content);
  return hash.digest("hex");
}

function archiveOf(repository: CodeRepository): Buffer {
  if (repository.archive !== undefined) return repository.archive;
  const sha = commitOf(repository);
  const folder = `wren-holloway-${repository.name}-${sha.slice(0, 7)}/`;
  return gzipSync(
    Buffer.concat([
      ...entry("pax_global_header", "g", paxRecord("comment", sha)),
      ...entry(folder, "5", Buffer.alloc(0)),
      ...Object.entries(repository.files).flatMap(([path, content]) =>
        entry(`${folder}${path}`, "0", Buffer.from(content)),
      ),
      ...(repository.entries ?? []),
      Buffer.alloc(1024),
    ]),
  );
}

/** A GitHub with nothing but repositories and their archives, without a token. Set `failure` and every call fails. */
export function createCodeGitHub() {
  const repositories: CodeRepository[] = [];
  const calls: string[] = [];
  const state: { failure: (() => Response) | null } = { failure: null };
  const json = (body: unknown, status = 200) => Response.json(body, { status });

  function listed({ id, name, pushedAt, isPrivate = false, isFork = false }: CodeRepository) {
    return {
      id,
      name,
      full_name: `wren-holloway/${name}`,
      owner: { login: "wren-holloway" },
      private: isPrivate,
      fork: isFork,
      html_url: `https://code-github.example/wren-holloway/${name}`,
      description: `About ${name}`,
      default_branch: "main",
      pushed_at: pushedAt,
    };
  }

  return {
    repositories,
    calls,
    state,
    add(name: string, files: CodeRepository["files"], more: Partial<CodeRepository> = {}): CodeRepository {
      const id = repositories.length + 1;
      const repository = {
        id,
        name,
        pushedAt: `2026-11-20T10:00:${String(id).padStart(2, "0")}Z`,
        files,
        ...more,
      };
      repositories.push(repository);
      return repository;
    },
    fetch: async (input: string | URL | Request): Promise<Response> => {
      const url = new URL(input instanceof Request ? input.url : input);
      calls.push(url.pathname);
      if (state.failure !== null) return state.failure();
      if (url.pathname === "/users/wren-holloway/repos") return json(repositories.map(listed));
      const [, , , name = "", part] = url.pathname.split("/");
      const repository = repositories.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (repository === undefined || repository.isPrivate === true)
        return json({ message: "Not Found" }, 404);
      if (part === undefined) return json(listed(repository));
      if (part !== "tarball") return json({ message: "Not Found" }, 404);
      if (repository.isEmpty === true) return json({ message: "Not Found" }, 404);
      return new Response(new Uint8Array(archiveOf(repository)));
    },
  };
}
