import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Chip } from "#ui/status/chip.tsx";
import { languageOfFile } from "#ui/code/code-file-languages.ts";
import { fragmentPieces, trimmedPieces, type FragmentPiece } from "../domain/fragment-pieces.ts";
import type { FileRef } from "../domain/search-place.ts";
import type { SearchItem } from "../domain/search-results.ts";
import { useKeys } from "./keyboard.ts";
import styles from "./result-list.module.css";

type ResultListProps = {
  items: readonly SearchItem[];
  hrefForFile: (file: FileRef) => string;
  /** Shows each file's repository, if several are searched. */
  showsRepo: boolean;
  /** Previously opened file, whose link takes the focus. */
  lastFile: FileRef | null;
};

/** Navigation state of the list's links, which tells the file's page that Back leads to the list. */
export const fromListState = { fromList: true };

/** Files found; j and k or the arrow keys move between them, Enter opens one. */
export function ResultList({ items, hrefForFile, showsRepo, lastFile }: ResultListProps) {
  const list = useRef<HTMLOListElement>(null);
  useKeys(list, (key) => list.current !== null && moveFocus(list.current, key));
  useFocusOn(list, lastFile);
  return (
    <ol ref={list} className={styles.list}>
      {items.map((item) => (
        <Result
          key={`${item.repository.name}/${item.path}`}
          item={item}
          href={hrefForFile({ repo: item.repository.name, path: item.path })}
          showsRepo={showsRepo}
        />
      ))}
    </ol>
  );
}

type ResultProps = { item: SearchItem; href: string; showsRepo: boolean };

function Result({ item, href, showsRepo }: ResultProps) {
  const language = languageOfFile(item.path);
  const inPath = item.text_matches.find(({ fragment }) => fragment === item.path);
  const inText = item.text_matches.filter((fragment) => fragment !== inPath);
  return (
    <li className={styles.result}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <Link
            to={href}
            state={fromListState}
            preventScrollReset
            className={styles.link}
            data-file={`${item.repository.name}/${item.path}`}
          >
            <bdi>{item.name}</bdi>
          </Link>
        </h3>
        {language === null ? null : <span className={styles.language}>{language.label}</span>}
        {showsRepo ? <Chip icon="repository">{item.repository.name}</Chip> : null}
      </div>
      <p className={styles.path}>
        <bdi>{inPath === undefined ? item.path : <Pieces pieces={fragmentPieces(inPath)} />}</bdi>
      </p>
      {inText.map((fragment) => (
        <pre key={inText.indexOf(fragment)} className={styles.fragment}>
          <code>
            <Pieces pieces={trimmedPieces(fragmentPieces(fragment))} />
          </code>
        </pre>
      ))}
    </li>
  );
}

function Pieces({ pieces }: { pieces: FragmentPiece[] }) {
  return pieces.map(({ text, isMatch, start }) =>
    isMatch ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
  );
}

/** Moves the focus to another file; returns true if the key was one of these. */
function moveFocus(list: HTMLElement, key: string): boolean {
  const step = key === "j" || key === "ArrowDown" ? 1 : key === "k" || key === "ArrowUp" ? -1 : 0;
  if (step === 0 && key !== "Home" && key !== "End") return false;
  const links = [...list.querySelectorAll<HTMLElement>("a[data-file]")];
  const present = links.findIndex((link) => link === document.activeElement);
  // Home and End belong to the page until the focus is in the list.
  if (step === 0 && present < 0) return false;
  const wanted = key === "Home" ? 0 : key === "End" ? links.length - 1 : Math.max(0, present + step);
  const link = links[Math.min(wanted, links.length - 1)];
  link?.focus();
  return link !== undefined;
}

/** Restores the focus after coming back from a file. */
function useFocusOn(list: { current: HTMLElement | null }, file: FileRef | null): void {
  const repo = file?.repo;
  const path = file?.path;
  useEffect(() => {
    if (repo === undefined || path === undefined) return;
    const links = list.current?.querySelectorAll<HTMLElement>("a[data-file]") ?? [];
    const link = [...links].find(({ dataset }) => dataset["file"] === `${repo}/${path}`);
    link?.focus();
  }, [list, repo, path]);
}
