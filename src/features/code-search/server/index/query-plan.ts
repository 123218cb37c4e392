import { sql, type SQL } from "drizzle-orm";
import { likeLiteral } from "#server/database/like.ts";
import { languageNamed } from "#shared/text/file-languages.ts";
import { codeFiles, codeTexts } from "#server/tables/code-tables.ts";
import type { CodeQuery, QueryAtom, QueryFilter } from "../../domain/query/code-query.ts";
import type { Need } from "../../domain/query/expression-syntax.ts";
import { readExpression } from "../../domain/query/read-expression.ts";
import { readSizeRange } from "../../domain/query/size-range.ts";
import { trigramsOf } from "../../domain/trigrams.ts";
import type { ThreadAtom } from "./text-matcher.ts";

/** Runs of a literal beyond these hardly narrow the search. */
const maxTrigrams = 24;

/** Returns the atoms that a thread searches for; symbols are found in the database. */
export function threadAtoms(atoms: readonly QueryAtom[], isCaseSensitive: boolean): ThreadAtom[] {
  return atoms.flatMap(({ kind, text, isExclusion }) => {
    if (kind === "symbol") return [];
    const shared = { isCaseSensitive, isExclusion };
    if (kind !== "expression")
      return { literal: text, source: quoted(text), need: { is: "literal", text }, ...shared };
    const read = readExpression(text);
    if ("problem" in read) throw new Error(read.problem);
    return { literal: null, ...read, ...shared };
  });
}

/** Returns the condition for texts that can have all of these atoms; undefined if any text can. */
export function candidateCondition(atoms: readonly QueryAtom[], isCaseSensitive: boolean): SQL | undefined {
  const wanted = atoms.filter(({ kind, isExclusion }) => kind !== "symbol" && !isExclusion);
  const needs = wanted.map(({ kind, text }): Need => {
    if (kind !== "expression") return { is: "literal", text };
    const read = readExpression(text);
    return "problem" in read ? null : read.need;
  });
  const symbols = atoms
    .filter(({ kind }) => kind === "symbol")
    .map((atom) => symbolCondition(atom, isCaseSensitive));
  return joined([conditionOf(allOf(needs), isCaseSensitive), ...symbols], sql` and `);
}

function allOf(parts: Need[]): Need {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : { is: "all", parts: known };
}

function conditionOf(need: Need, isCaseSensitive: boolean): SQL | undefined {
  if (need === null) return undefined;
  const literals = literalsOf(need);
  const trigrams = [...new Set(literals.flatMap((text) => trigramsOf(text, isCaseSensitive)))];
  const own = trigrams.length === 0 ? undefined : hasTrigrams(trigrams);
  if (need.is === "literal") return own;
  if (need.is === "any") {
    const parts = need.parts.map((part) => conditionOf(part, isCaseSensitive));
    // One without a condition can be in any text.
    return parts.includes(undefined) ? undefined : joined(parts, sql` or `);
  }
  const others = need.parts
    .filter((part) => part?.is === "any")
    .map((part) => conditionOf(part, isCaseSensitive));
  const nested = need.parts
    .filter((part) => part?.is === "all")
    .map((part) => conditionOf(part, isCaseSensitive));
  return joined([own, ...others, ...nested], sql` and `);
}

/** Returns the literals that are all needed, one beside the other. */
function literalsOf(need: Need): string[] {
  if (need?.is === "literal") return [need.text];
  return need?.is === "all" ? need.parts.flatMap((part) => (part?.is === "literal" ? [part.text] : [])) : [];
}

function hasTrigrams(trigrams: readonly number[]): SQL {
  const step = Math.ceil(trigrams.length / maxTrigrams);
  const chosen = trigrams.filter((_, index) => index % step === 0);
  return sql`${codeTexts.trigrams} @> ${`{${chosen.join(",")}}`}::smallint[]`;
}

function joined(parts: readonly (SQL | undefined)[], by: SQL): SQL | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : sql`(${sql.join(known, by)})`;
}

function symbolCondition({ text, isExclusion }: QueryAtom, isCaseSensitive: boolean): SQL {
  const found = sql`exists (select from code_definitions d where d.text_id = ${codeTexts.id} and ${symbolFits(text, isCaseSensitive)})`;
  return isExclusion ? sql`not ${found}` : found;
}

/** Returns the condition for definitions `d` whose name contains the text. */
export function symbolFits(text: string, isCaseSensitive: boolean): SQL {
  const folded = sql`position(${text.toLowerCase()} in d.folded_name) > 0`;
  return isCaseSensitive ? sql`(${folded} and position(${text} in d.name) > 0)` : folded;
}

/** Returns the condition for files that fit: any of several filters of one name, and none that is excluded. */
export function fileCondition(filters: readonly QueryFilter[]): SQL | undefined {
  const narrowing = filters.filter(({ name }) => name !== "repo");
  const kinds = Object.values(Object.groupBy(narrowing, ({ name, isExclusion }) => `${name} ${isExclusion}`));
  const conditions = kinds.map((same) => {
    const some = sql.join(same.map(filterCondition), sql` or `);
    return same?.[0]?.isExclusion === true ? sql`not coalesce((${some}), false)` : sql`(${some})`;
  });
  return conditions.length === 0 ? undefined : sql.join(conditions, sql` and `);
}

function filterCondition({ name, value }: QueryFilter): SQL {
  const wanted = value.toLowerCase();
  switch (name) {
    case "language":
      return sql`lower(${codeFiles.language}) = ${(languageNamed(wanted)?.name ?? wanted).toLowerCase()}`;
    case "extension":
      return sql`${codeFiles.foldedName} like ${`%_.${likeLiteral(wanted.replace(/^\./, ""))}`}`;
    case "file":
      return wanted.includes("*")
        ? sql`${codeFiles.foldedName} like ${likeGlob(wanted)}`
        : sql`position(${wanted} in ${codeFiles.foldedName}) > 0`;
    case "size":
      return sizeCondition(wanted);
    default:
      return pathCondition(wanted);
  }
}

/** `path:/` is the top folder only; another path is a folder with everything below it, or the beginning of a name. */
function pathCondition(wanted: string): SQL {
  if (wanted === "/") return sql`position('/' in substr(${codeFiles.foldedPath}, 2)) = 0`;
  const folder = wanted.replaceAll(/^\/+|\/+$/g, "");
  if (folder.includes("*")) return sql`${codeFiles.foldedPath} like ${`/${likeGlob(folder)}`}`;
  return sql`position(${`/${folder}`} in ${codeFiles.foldedPath}) > 0`;
}

function sizeCondition(wanted: string): SQL {
  const { least, most } = readSizeRange(wanted) ?? { least: 0, most: 0 };
  return sql`${codeFiles.sizeBytes} between ${least} and ${most}`;
}

/** Returns the words whose definitions and names rank first. */
export function rankedWords({ alternatives }: CodeQuery): string[] {
  return alternatives
    .flat()
    .filter(({ kind, isExclusion, text }) => !isExclusion && kind !== "expression" && text.length > 1)
    .map(({ text }) => text.toLowerCase());
}

function likeGlob(glob: string): string {
  return likeLiteral(glob).replaceAll(/\*+/g, "%");
}

function quoted(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
