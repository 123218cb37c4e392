import type { z } from "zod";
import { answerToFailure, type GitHubService } from "#features/github/server/index.ts";
import type { Session } from "#server/http/session.ts";
import { languageOfFile } from "#shared/text/file-languages.ts";
import { invalid, notFound } from "#shared/errors.ts";
import type { codeSearchContract } from "../contract.ts";
import { definitionsIn } from "../domain/files/code-definitions.ts";
import { blobAddress } from "../domain/files/github-addresses.ts";
import type { CodeIndex } from "./code-index.ts";
import type { IndexedFile, IndexedRepository } from "./index/code-index-store.ts";
import { fileProblems, normalPath, type RepositoryFiles } from "./repository-files.ts";

type FileInput = z.output<typeof codeSearchContract.getCodeFile.input>;
type FileAnswer = z.input<typeof codeSearchContract.getCodeFile.output>;
type TreeInput = z.output<typeof codeSearchContract.getCodeTree.input>;
type TreeAnswer = z.input<typeof codeSearchContract.getCodeTree.output>;
type FoundCode = z.input<typeof codeSearchContract.findCode.output>;

/** A commit of the index. */
type Place = { repository: IndexedRepository; id: number; sha: string; isHead: boolean; asOf: string };

const maxListed = 100_000;
const maxFound = 10;
const maxFileBytes = 1_048_576;

/** Returns why a file has no text. Of one within the limit, only a link isn't read (`blobSha`). */
function problemOf({ sizeBytes, sha }: Pick<IndexedFile, "sizeBytes" | "sha">): keyof typeof fileProblems {
  if (sizeBytes > maxFileBytes) return "tooLarge";
  return /^0+$/.test(sha) ? "link" : "binary";
}

/** Files and trees of the index; of GitHub for repositories that aren't in it. */
export class IndexedFiles {
  readonly #index: CodeIndex;
  readonly #github: GitHubService;
  readonly #files: RepositoryFiles;

  constructor(index: CodeIndex, github: GitHubService, files: RepositoryFiles) {
    this.#index = index;
    this.#github = github;
    this.#files = files;
  }

  /** Returns the commit; null if the repository isn't indexed. @throws AppError 404 for a commit that isn't kept */
  async #placeOf(repo: string, commit: string | undefined): Promise<Place | null> {
    const view = await this.#index.view();
    if (view === null) return null;
    const named = (name: string) =>
      view.repositories.find((repository) => repository.name.toLowerCase() === name.toLowerCase());
    const formerly = () => this.#github.finder.find(repo).catch(() => null);
    const repository = named(repo) ?? named((await formerly()) ?? "");
    if (repository === undefined || repository.headId === null || repository.headSha === null) return null;
    const asOf = view.comparedAt.toISOString();
    if (commit === undefined || commit === repository.headSha)
      return { repository, id: repository.headId, sha: repository.headSha, isHead: true, asOf };
    if (commit !== repository.olderSha || repository.olderId === null) throw notFound();
    return { repository, id: repository.olderId, sha: commit, isHead: false, asOf };
  }

  async #textOf(
    place: Place,
    path: string,
  ): Promise<{ text: string; textId: number; language: string | null }> {
    const file = await this.#index.store.file(place.id, path);
    if (file === null) throw notFound();
    const [found] = file.textId === null ? [] : await this.#index.store.texts([file.textId]);
    if (found !== undefined) return { text: found.text, textId: found.id, language: file.language };
    throw invalid({ path: [fileProblems[problemOf(file)]] });
  }

  async #fileOfGitHub({ repo, path, commit }: FileInput, session: Session | null): Promise<FileAnswer> {
    if (commit !== undefined) await this.#refuseCommit(repo);
    const text = await this.#files.read(repo, path, session);
    const { name, branch, url } = await this.#repositoryOf(repo);
    const language = languageOfFile(path)?.name ?? null;
    return {
      repo: name,
      path,
      commit: null,
      isHead: true,
      language,
      text,
      definitions: definitionsIn(text, language, path),
      html_url: blobAddress(url, branch, path),
      as_of: null,
      source: "github",
    };
  }

  /** @throws AppError 404 for a repository that isn't there, what a failure of GitHub is answered with */
  async #repositoryOf(repo: string): Promise<{ name: string; branch: string; url: string }> {
    try {
      const name = await this.#github.finder.find(repo);
      const found = name === null ? null : (await this.#github.data.repo(name)).value;
      if (name === null || found === null) throw notFound();
      return { name, branch: found.default_branch, url: found.html_url };
    } catch (error) {
      throw answerToFailure(error);
    }
  }

  /** Refuses a commit, which only the index keeps. @throws AppError 404; during an outage, which may hide the repository's new name, its failure */
  async #refuseCommit(repo: string): Promise<never> {
    await this.#repositoryOf(repo);
    throw notFound();
  }

  async #treeOfGitHub({ repo, commit }: TreeInput): Promise<TreeAnswer> {
    if (commit !== undefined) await this.#refuseCommit(repo);
    const { name, branch } = await this.#repositoryOf(repo);
    const tree = await this.#github.data.tree(name, branch).catch((error: unknown) => {
      throw answerToFailure(error);
    });
    if (tree.value === null) throw notFound();
    const { entries, isTruncated } = tree.value;
    return {
      repo: name,
      commit: null,
      isHead: true,
      files: entries
        .filter(({ kind }) => kind === "file")
        .map(({ path, size }) => ({
          path,
          size: size ?? 0,
          language: languageOfFile(path)?.name ?? null,
          // Whether it is text shows when it's read.
          isShown: (size ?? 0) <= maxFileBytes,
        })),
      isTruncated,
      as_of: null,
      source: "github",
    };
  }

  async file(input: FileInput, session: Session | null): Promise<FileAnswer> {
    const path = normalPath(input.path);
    const place = await this.#placeOf(input.repo, input.commit);
    if (place === null) return this.#fileOfGitHub({ ...input, path }, session);
    const { text, textId, language } = await this.#textOf(place, path);
    const definitions = await this.#index.store.definitions([textId]);
    return {
      repo: place.repository.name,
      path,
      commit: place.sha,
      isHead: place.isHead,
      language,
      text,
      definitions: definitions.map(({ name, kind, line }) => ({ name, kind, line })),
      html_url: blobAddress(place.repository.htmlUrl, place.sha, path),
      as_of: place.asOf,
      source: "index",
    };
  }

  async tree(input: TreeInput): Promise<TreeAnswer> {
    const place = await this.#placeOf(input.repo, input.commit);
    if (place === null) return this.#treeOfGitHub(input);
    const rows = await this.#index.store.tree(place.id, maxListed + 1);
    return {
      repo: place.repository.name,
      commit: place.sha,
      isHead: place.isHead,
      files: rows.slice(0, maxListed).map(({ path, sizeBytes, language, textId }) => ({
        path,
        size: sizeBytes,
        language,
        isShown: textId !== null,
      })),
      isTruncated: rows.length > maxListed,
      as_of: place.asOf,
      source: "index",
    };
  }

  /** Returns a file's text at the head from the index; what isn't there is read from GitHub. */
  async read(repo: string, path: string, session: Session | null): Promise<string> {
    const normal = normalPath(path);
    const place = await this.#placeOf(repo, undefined);
    const file = place === null ? null : await this.#index.store.file(place.id, normal);
    const [found] = file === null || file.textId === null ? [] : await this.#index.store.texts([file.textId]);
    return found?.text ?? this.#files.read(repo, path, session);
  }

  async find(text: string): Promise<FoundCode> {
    const view = await this.#index.view();
    const searched = view?.repositories.filter(({ headId }) => headId !== null) ?? [];
    const commits = new Map(searched.map((repository) => [repository.headId, repository]));
    const ids = searched.flatMap(({ headId }) => headId ?? []);
    const found = await this.#index.store.find(ids, text, maxFound);
    const placed = <Row extends { commitId: number }>({ commitId, ...row }: Row) => {
      const repository = commits.get(commitId);
      return repository === undefined || repository.headSha === null
        ? []
        : [{ ...row, repo: repository.name, commit: repository.headSha }];
    };
    return { files: found.files.flatMap(placed), definitions: found.definitions.flatMap(placed) };
  }
}
