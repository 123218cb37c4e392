import { sql, type SQL } from "drizzle-orm";
import { to as copyTo } from "pg-copy-streams";
import type { Database } from "#server/database/db.ts";
import { likeLiteral } from "#server/database/like.ts";
import { hasState, outOfTime } from "#server/database/transaction-retries.ts";
import { codeDefinitions, codeFiles, codeIndexStates, codeTexts } from "#server/tables/code-tables.ts";
import type { Definition, DefinitionKind } from "../../domain/files/code-definition.ts";
import { createCopiedTexts } from "./copied-texts.ts";

/** A repository of the index, with the commit that searches see. */
export type IndexedRepository = {
  name: string;
  description: string | null;
  htmlUrl: string;
  pushedAt: string | null;
  headId: number | null;
  headSha: string | null;
  /** Older commit that is kept. */
  olderId: number | null;
  olderSha: string | null;
  problem: string | null;
  /** False until it has been read or refused for the first time. */
  isRead: boolean;
};

/** Everything a search may see: repositories, most recently pushed first, and when they were compared with GitHub. */
export type IndexView = {
  repositories: IndexedRepository[];
  comparedAt: Date | null;
  problem: string | null;
};

export type RankedFile = {
  commitId: number;
  path: string;
  sha: string;
  language: string | null;
  textId: number | null;
};

export type RankedPage = {
  total: number;
  files: RankedFile[];
  repositories: { commitId: number; count: number }[];
  languages: { value: string; count: number }[];
  folders: { commitId: number; folder: string; count: number }[];
};

export type IndexedFile = { sha: string; sizeBytes: number; language: string | null; textId: number | null };

const maxFacets = 30;

/** Reads the index of the owner's code at one GitHub (docs/decisions/0031). */
export class CodeIndexStore {
  readonly #pool: Database["pool"];
  readonly #db: Database["unsafeDb"];
  readonly #source: string;
  readonly #owner: string;
  readonly #queryTimeoutMs: number;

  constructor(
    { database }: { database: Database },
    { source, owner, queryTimeoutMs }: { source: string; owner: string; queryTimeoutMs: number },
  ) {
    this.#pool = database.pool;
    this.#db = database.unsafeDb;
    this.#source = source;
    this.#owner = owner;
    this.#queryTimeoutMs = queryTimeoutMs;
  }

  /**
   * Runs a search's query with its time limit, without scans of whole tables if told so. @throws an error with code 57014 when it's
   * over
   */
  #limited<Row extends Record<string, unknown>>(query: SQL, { scans = true } = {}) {
    return this.#db.transaction(
      async (tx) => {
        await tx.execute(
          sql.raw(`set local statement_timeout = ${this.#queryTimeoutMs}; set local jit = off`),
        );
        if (!scans) await tx.execute(sql`set local enable_seqscan = off`);
        const { rows } = await tx.execute<Row>(query);
        return rows;
      },
      { accessMode: "read only" },
    );
  }

  async view(): Promise<IndexView> {
    const { rows } = await this.#db.execute<Record<string, unknown> & IndexedRepository>(sql`
        select r.name, r.description, r.html_url as "htmlUrl", r.pushed_at as "pushedAt", r.problem,
          r.read_pushed_at is not null as "isRead",
          h.id as "headId", h.sha as "headSha", o.id as "olderId", o.sha as "olderSha"
        from code_repositories r
        left join code_commits h on h.id = r.head_id
        left join lateral (select c.id, c.sha from code_commits c
          where c.repository_id = r.id and c.id <> r.head_id and c.is_whole order by c.id desc limit 1) o on true
        where r.source = ${this.#source} and r.owner = ${this.#owner}
        order by r.pushed_at desc nulls last, r.name`);
    const [state] = await this.#db
      .select({ comparedAt: codeIndexStates.comparedAt, problem: codeIndexStates.problem })
      .from(codeIndexStates)
      .where(sql`${codeIndexStates.source} = ${this.#source} and ${codeIndexStates.owner} = ${this.#owner}`);
    return { repositories: rows, comparedAt: state?.comparedAt ?? null, problem: state?.problem ?? null };
  }

  /** Returns the texts that can match; with `files`, only those of such files. */
  async candidates(texts: SQL | undefined, files: SQL | undefined): Promise<Int32Array> {
    const [row] = await this.#limited<{ ids: string | null }>(
      sql`
        select string_agg(${codeTexts.id}::text, ',') as ids from ${codeTexts}
        where ${texts ?? sql`true`} ${
          files === undefined
            ? sql``
            : sql`and ${codeTexts.id} in (select ${codeFiles.textId} from ${codeFiles} where ${files})`
        }`,
      // The planner doesn't know what it takes to fetch the trigrams of each text, so it would do that for common words.
      { scans: texts === undefined },
    );
    const ids = row?.ids ?? "";
    // By id, they are in order in the file of texts too.
    return ids === "" ? new Int32Array() : Int32Array.from(ids.split(","), Number).sort();
  }

  texts(ids: readonly number[]) {
    return this.#db
      .select({ id: codeTexts.id, text: codeTexts.text })
      .from(codeTexts)
      .where(sql`${codeTexts.id} = any(${arrayOf(ids)}::int[])`);
  }

  /**
   * Gives the bytes of these texts, one after the other, which later ones overwrite; the others are missing once it doesn't go on
   * anymore. One statement, because many small ones leave memory in pieces.
   */
  async copyTexts(
    ids: readonly number[],
    give: (id: number, bytes: Buffer) => void,
    goesOn: () => boolean,
  ): Promise<void> {
    const client = await this.#pool.connect();
    let isRead = false;
    try {
      const query = `copy (select id, text from code_texts where id = any('${arrayOf(ids)}'::int[])) to stdout (format binary)`;
      const take = createCopiedTexts(give);
      for await (const chunk of client.query(copyTo(query))) {
        if (!goesOn()) return;
        if (Buffer.isBuffer(chunk)) take(chunk);
      }
      isRead = true;
    } finally {
      // A connection can't run another statement in the middle of a COPY.
      client.release(!isRead);
    }
  }

  /** Returns the ids of all texts that these commits have. */
  async textsOf(commitIds: readonly number[]): Promise<Int32Array> {
    const { rows } = await this.#db.execute<{ ids: string | null }>(sql`
        select string_agg(distinct ${codeFiles.textId}::text, ',') as ids from ${codeFiles}
        where ${codeFiles.commitId} = any(${arrayOf(commitIds)}::int[])`);
    const ids = rows[0]?.ids ?? "";
    return ids === "" ? new Int32Array() : Int32Array.from(ids.split(","), Number).sort();
  }

  /**
   * Ranks the files that have these texts, or all of them, and counts them. `commitIds` are in order of their push, which
   * decides between equals.
   */
  async rank(options: {
    commitIds: readonly number[];
    files: SQL | undefined;
    hits: { ids: readonly number[]; points: readonly number[] } | null;
    words: readonly string[];
    from: number;
    most: number;
  }): Promise<RankedPage> {
    const { commitIds, files, hits, words, from, most } = options;
    const commits = sql`${arrayOf(commitIds)}::int[]`;
    const names =
      words.length === 0 ? undefined : arrayOfTexts(words.map((word) => `%${likeLiteral(word)}%`));
    const texts =
      hits === null
        ? sql`code_files`
        : sql`unnest(${arrayOf(hits.ids)}::int[], ${arrayOf(hits.points)}::real[]) as hit(id, points)
              join code_files on code_files.text_id = hit.id`;
    const points = sql`${hits === null ? sql`0` : sql`hit.points`} - code_files.weight
        ${
          names === undefined
            ? sql``
            : sql`+ case when code_files.folded_name like any (${names}::text[]) then 4 when code_files.folded_path like any (${names}::text[]) then 1 else 0 end
        + case when code_files.text_id in (select text_id from code_definitions where folded_name = any (${arrayOfTexts(words)}::text[])) then 5 else 0 end`
        }`;
    const [row] = await this.#limited<{ page: RankedPage }>(sql`
        with found as materialized (
          select code_files.commit_id, code_files.path, code_files.sha, code_files.language, code_files.text_id, ${points} as points
          from ${texts}
          where code_files.commit_id = any (${commits}) ${files === undefined ? sql`` : sql`and ${files}`}
        ), page as (
          select * from found order by points desc, array_position(${commits}, commit_id), path limit ${most} offset ${from}
        )
        select json_build_object(
          'total', (select count(*)::int from found),
          'files', (select coalesce(json_agg(json_build_object('commitId', commit_id, 'path', path, 'sha', sha,
            'language', language, 'textId', text_id)), '[]') from page),
          'repositories', (select coalesce(json_agg(one), '[]') from (select commit_id as "commitId", count(*)::int as count
            from found group by 1 order by 2 desc, array_position(${commits}, commit_id) limit ${maxFacets}) one),
          'languages', (select coalesce(json_agg(one), '[]') from (select coalesce(language, 'Other') as value, count(*)::int as count
            from found group by 1 order by 2 desc, 1 limit ${maxFacets}) one),
          'folders', (select coalesce(json_agg(one), '[]') from (select commit_id as "commitId", split_part(path, '/', 1) as folder,
            count(*)::int as count from found where position('/' in path) > 0 group by 1, 2 order by 3 desc, 2 limit ${maxFacets}) one)
        ) as page`);
    return row?.page ?? { total: 0, files: [], repositories: [], languages: [], folders: [] };
  }

  async definitions(textIds: readonly number[], fits?: SQL): Promise<(Definition & { textId: number })[]> {
    const { rows } = await this.#db.execute<
      Record<string, unknown> & { textId: number; name: string; kind: DefinitionKind; line: number }
    >(sql`
        select d.text_id as "textId", d.name, d.kind, d.line from ${codeDefinitions} d
        where d.text_id = any (${arrayOf(textIds)}::int[]) ${fits === undefined ? sql`` : sql`and (${fits})`}
        order by d.text_id, d.line`);
    return rows;
  }

  async file(commitId: number, path: string): Promise<IndexedFile | null> {
    const [file] = await this.#db
      .select({
        sha: codeFiles.sha,
        sizeBytes: codeFiles.sizeBytes,
        language: codeFiles.language,
        textId: codeFiles.textId,
      })
      .from(codeFiles)
      .where(sql`${codeFiles.commitId} = ${commitId} and ${codeFiles.path} = ${path}`);
    return file ?? null;
  }

  tree(commitId: number, most: number) {
    return this.#db
      .select({
        path: codeFiles.path,
        sizeBytes: codeFiles.sizeBytes,
        language: codeFiles.language,
        textId: codeFiles.textId,
      })
      .from(codeFiles)
      .where(sql`${codeFiles.commitId} = ${commitId}`)
      .orderBy(codeFiles.path)
      .limit(most);
  }

  /** Returns the files and definitions whose names fit best: equal, then beginning with the text, then containing it. */
  async find(commitIds: readonly number[], text: string, most: number) {
    const folded = text.toLowerCase();
    const commits = sql`${arrayOf(commitIds)}::int[]`;
    const isPath = folded.includes("/");
    const files = await this.#limited<{ commitId: number; path: string; language: string | null }>(sql`
        select f.commit_id as "commitId", f.path, f.language from code_files f
        where f.commit_id = any (${commits}) and ${isPath ? sql`position(${folded} in f.folded_path) > 0` : sql`position(${folded} in f.folded_name) > 0`}
        order by f.folded_name = ${folded} desc, position(${folded} in f.folded_name) = 1 desc, f.weight,
          length(f.path), array_position(${commits}, f.commit_id), f.path limit ${most}`);
    const definitions = isPath
      ? []
      : await this.#limited<{
          commitId: number;
          path: string;
          language: string | null;
          name: string;
          kind: DefinitionKind;
          line: number;
        }>(sql`
        with named as materialized (
          select d.text_id, d.name, d.kind, d.line, d.folded_name from code_definitions d
          where position(${folded} in d.folded_name) > 0
          order by d.folded_name = ${folded} desc, position(${folded} in d.folded_name) = 1 desc, length(d.name)
          limit ${most * 20}
        )
        select f.commit_id as "commitId", f.path, f.language, d.name, d.kind, d.line
        from named d join code_files f on f.text_id = d.text_id and f.commit_id = any (${commits})
        order by d.folded_name = ${folded} desc, position(${folded} in d.folded_name) = 1 desc, f.weight, length(d.name),
          array_position(${commits}, f.commit_id), f.path, d.line limit ${most}`);
    return { files, definitions };
  }

  /** Returns the index's size. */
  async size(): Promise<{ files: number; textBytes: number }> {
    const { rows } = await this.#db.execute<{ files: number; textBytes: number }>(sql`
        select coalesce(sum(c.file_count), 0)::int as files, coalesce(sum(c.text_bytes), 0)::float8 as "textBytes"
        from code_repositories r join code_commits c on c.id = r.head_id
        where r.source = ${this.#source} and r.owner = ${this.#owner}`);
    return rows[0] ?? { files: 0, textBytes: 0 };
  }
}

/** Returns true for a query that Postgres ended at its time limit. */
export function isOutOfTime(error: unknown): boolean {
  return hasState(error, [outOfTime]);
}

function arrayOf(numbers: readonly number[]): string {
  return `{${numbers.join(",")}}`;
}

function arrayOfTexts(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/[\\"]/g, "\\$&")}"`).join(",")}}`;
}
