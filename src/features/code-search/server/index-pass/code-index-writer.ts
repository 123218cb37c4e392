import { sql, type SQL } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import { codeCommits, codeIndexStates, codeRepositories } from "#server/tables/code-tables.ts";
import type { Definition } from "../../domain/files/code-definition.ts";

/** A repository as GitHub lists it. */
export type ListedCode = {
  githubId: number;
  name: string;
  description: string | null;
  htmlUrl: string;
  pushedAt: string | null;
  branch: string | null;
};

/** A repository that is due: it changed, or it failed and it's time to try again. */
export type DueRepository = ListedCode & { id: number; headSha: string | null; failures: number };

export type NewText = {
  sha: string;
  language: string;
  text: string;
  trigrams: number[];
  definitions: Definition[];
};

export type NewFile = {
  path: string;
  name: string;
  weight: number;
  sha: string;
  language: string | null;
  sizeBytes: number;
  textId: number | null;
};

/** Why a repository isn't in the index, and what becomes of the commit that is. */
export type Refusal = { reason: string; retryAt: Date | null; isKept: boolean };

/** Writes the index of the owner's code at one GitHub. Only one server does at a time. */
export class CodeIndexWriter {
  readonly #db: Database["unsafeDb"];
  readonly #source: string;
  readonly #owner: string;
  readonly #isOurs: SQL;

  constructor({ database }: { database: Database }, { source, owner }: { source: string; owner: string }) {
    this.#db = database.unsafeDb;
    this.#source = source;
    this.#owner = owner;
    this.#isOurs = sql`${codeRepositories.source} = ${source} and ${codeRepositories.owner} = ${owner}`;
  }

  /** Takes over GitHub's list: what is no longer in it is gone, with its code. */
  async takeList(listed: readonly ListedCode[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const ids = `{${listed.map(({ githubId }) => githubId).join(",")}}`;
      await tx.execute(
        sql`delete from code_repositories where not (${this.#isOurs} and github_id = any (${ids}::bigint[]))`,
      );
      for (const { branch: _, ...repository } of listed)
        await tx
          .insert(codeRepositories)
          .values({ source: this.#source, owner: this.#owner, ...repository })
          .onConflictDoUpdate({
            target: [codeRepositories.source, codeRepositories.owner, codeRepositories.githubId],
            set: {
              name: repository.name,
              description: repository.description,
              htmlUrl: repository.htmlUrl,
              pushedAt: repository.pushedAt,
            },
          });
    });
  }

  /** Removes the index of all repositories, for a site that turned it off. */
  async clear(): Promise<void> {
    await this.#db.execute(sql`delete from code_repositories`);
    await this.#db.execute(sql`delete from code_index_states`);
    await this.#db.execute(sql`delete from code_texts`);
  }

  /** Returns the repositories that are due, most recently pushed first. */
  async due(listed: readonly ListedCode[], now: Date): Promise<DueRepository[]> {
    const { rows } = await this.#db.execute<{
      id: number;
      githubId: string;
      headSha: string | null;
      failures: number;
    }>(sql`
        select r.id, r.github_id as "githubId", r.failures, c.sha as "headSha" from code_repositories r
        left join code_commits c on c.id = r.head_id
        where r.source = ${this.#source} and r.owner = ${this.#owner} and (r.read_pushed_at is distinct from coalesce(r.pushed_at, '') or r.retry_at is not null)
          and (r.retry_at is null or r.retry_at <= ${now.toISOString()}::timestamptz)
        order by r.pushed_at desc nulls last`);
    return rows.flatMap(({ githubId, ...row }) => {
      const repository = listed.find((one) => one.githubId === Number(githubId));
      return repository === undefined ? [] : [{ ...repository, ...row }];
    });
  }

  /** Returns the id of a commit that is in the index already; null if it has to be read. */
  async knownCommit(repositoryId: number, sha: string): Promise<number | null> {
    const { rows } = await this.#db.execute<{ id: number }>(
      sql`select id from code_commits where repository_id = ${repositoryId} and sha = ${sha} and is_whole`,
    );
    return rows[0]?.id ?? null;
  }

  async beginCommit(repositoryId: number, sha: string, readAt: Date): Promise<number> {
    const [commit] = await this.#db
      .insert(codeCommits)
      .values({ repositoryId, sha, readAt })
      .returning({ id: codeCommits.id });
    if (commit === undefined) throw new Error("The commit wasn't stored.");
    return commit.id;
  }

  /** Returns the ids of texts that are stored already, by `sha language`. */
  async knownTexts(keys: readonly { sha: string; language: string }[]): Promise<Map<string, number>> {
    const { rows } = await this.#db.execute<{ id: number; key: string }>(sql`
        select t.id, t.sha || ' ' || t.language as key from json_to_recordset(${JSON.stringify(keys)}::json) as k(sha text, language text)
        join code_texts t on t.sha = k.sha and t.language = k.language`);
    return new Map(rows.map(({ id, key }) => [key, id]));
  }

  /** Stores texts with their definitions. Returns their ids by `sha language`. */
  async addTexts(texts: readonly NewText[]): Promise<Map<string, number>> {
    if (texts.length === 0) return new Map();
    const given = texts.map(({ trigrams, sha, language, text }) => ({
      sha,
      language,
      text,
      trigrams: `{${trigrams.join(",")}}`,
    }));
    const { rows } = await this.#db.execute<{ id: number; key: string }>(sql`
        insert into code_texts (sha, language, text, trigrams)
        select sha, language, text, trigrams::smallint[]
        from json_to_recordset(${JSON.stringify(given)}::json) as t(sha text, language text, text text, trigrams text)
        on conflict (sha, language) do update set sha = excluded.sha
        returning id, sha || ' ' || language as key`);
    const ids = new Map(rows.map(({ id, key }) => [key, id]));
    const definitions = texts.flatMap(({ sha, language, definitions: own }) =>
      own.map(({ name, kind, line }) => ({
        text_id: ids.get(`${sha} ${language}`),
        name,
        folded_name: name.toLowerCase(),
        kind,
        line,
      })),
    );
    if (definitions.length > 0)
      await this.#db.execute(sql`
          insert into code_definitions (text_id, name, folded_name, kind, line)
          select text_id, name, folded_name, kind, line
          from json_to_recordset(${JSON.stringify(definitions)}::json)
            as d(text_id int, name text, folded_name text, kind text, line int)`);
    return ids;
  }

  async addFiles(commitId: number, files: readonly NewFile[]): Promise<void> {
    const given = files.map(({ path, name, weight, sha, language, sizeBytes, textId }) => ({
      path,
      folded_path: `/${path.toLowerCase()}`,
      folded_name: name.toLowerCase(),
      weight,
      sha,
      language,
      size_bytes: sizeBytes,
      text_id: textId,
    }));
    await this.#db.execute(sql`
        insert into code_files (commit_id, path, folded_path, folded_name, weight, sha, language, size_bytes, text_id)
        select ${commitId}, path, folded_path, folded_name, weight, sha, language, size_bytes, text_id
        from json_to_recordset(${JSON.stringify(given)}::json) as f(path text, folded_path text, folded_name text, weight smallint,
          sha text, language text, size_bytes int, text_id int)
        on conflict do nothing`);
  }

  /** Lets searches see a commit from now on, in one step; keeps the one before it. */
  async publish(
    { id, pushedAt }: Pick<DueRepository, "id" | "pushedAt">,
    commitId: number,
    counts: { fileCount: number; leftOutCount: number; textBytes: number } | null,
  ): Promise<void> {
    await this.#db.transaction(async (tx) => {
      if (counts !== null)
        await tx
          .update(codeCommits)
          .set({ ...counts, isWhole: true })
          .where(sql`${codeCommits.id} = ${commitId}`);
      const { rows } = await tx.execute<{ before: number | null }>(
        sql`select head_id as before from code_repositories where id = ${id} for update`,
      );
      await tx
        .update(codeRepositories)
        .set({ headId: commitId, readPushedAt: pushedAt ?? "", problem: null, retryAt: null, failures: 0 })
        .where(sql`${codeRepositories.id} = ${id}`);
      const before = rows[0]?.before ?? commitId;
      if (before === commitId) return;
      await tx.execute(
        sql`delete from code_commits where repository_id = ${id} and id not in (${commitId}, ${before})`,
      );
    });
  }

  /** Notes a repository without commits. */
  async empty({ id, pushedAt }: Pick<DueRepository, "id" | "pushedAt">): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.execute(sql`delete from code_commits where repository_id = ${id}`);
      await tx
        .update(codeRepositories)
        .set({ headId: null, readPushedAt: pushedAt ?? "", problem: null, retryAt: null, failures: 0 })
        .where(sql`${codeRepositories.id} = ${id}`);
    });
  }

  /** Notes why a repository couldn't be read. */
  async refuse(
    { id, pushedAt, failures }: Pick<DueRepository, "id" | "pushedAt" | "failures">,
    { reason, retryAt, isKept }: Refusal,
  ): Promise<void> {
    await this.#db.transaction(async (tx) => {
      if (!isKept) await tx.execute(sql`delete from code_commits where repository_id = ${id}`);
      await tx
        .update(codeRepositories)
        .set({
          problem: reason,
          retryAt,
          failures: failures + 1,
          readPushedAt: pushedAt ?? "",
          ...(isKept ? {} : { headId: null }),
        })
        .where(sql`${codeRepositories.id} = ${id}`);
    });
  }

  /** Deletes commits that were never finished, and texts that no file has. */
  async sweep(): Promise<void> {
    await this.#db.execute(sql`delete from code_commits where not is_whole`);
    await this.#db.execute(
      sql`delete from code_texts t where not exists (select from code_files f where f.text_id = t.id)`,
    );
  }

  /** Vacuums and analyzes the index right after a pass, so that searches are fast before autovacuum gets to it. */
  async settle(): Promise<void> {
    await this.#db.execute(sql`vacuum (analyze) code_texts, code_files, code_definitions`);
  }

  async noteState(state: { comparedAt?: Date; problem: string | null }): Promise<void> {
    await this.#db
      .insert(codeIndexStates)
      .values({ source: this.#source, owner: this.#owner, ...state })
      .onConflictDoUpdate({ target: [codeIndexStates.source, codeIndexStates.owner], set: state });
  }
}
