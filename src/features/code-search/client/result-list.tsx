import { useEffect, useRef, type RefObject } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { countText } from "#shared/text/counts.ts";
import { Link } from "#ui/link.tsx";
import { Chip } from "#ui/status/chip.tsx";
import { languageOfFile } from "#shared/text/file-languages.ts";
import { fragmentPieces, trimmedPieces, type FragmentPiece } from "../domain/fragment-pieces.ts";
import { linePieces, matchBlocks, type MatchBlock } from "../domain/match-blocks.ts";
import type { FileRef } from "../domain/search-place.ts";
import type { SearchItem } from "../domain/search-shapes.ts";
import { useKeys } from "./keyboard.ts";
import styles from "./result-list.module.css";

/** Returns a file's address, at a line if one is given. */
type HrefForFile = (file: FileRef, line?: number) => string;

type ResultListProps = {
  items: readonly SearchItem[];
  hrefForFile: HrefForFile;
  /** Shows each file's repository, if several are searched. */
  showsRepo: boolean;
};

/** Navigation state of the list's links, which tells the file's page that Back leads to the list. */
const fromListState = { fromList: true };

/** File opened last, and the address of its list, where its link takes the focus after Back. */
let lastOpened: { address: string; file: string } | null = null;

/** Files found; j and k or the arrow keys move between them, Enter or o opens one. */
export function ResultList({ items, hrefForFile, showsRepo }: ResultListProps) {
  const list = useRef<HTMLOListElement>(null);
  const { pathname, search } = useLocation();
  const address = pathname + search;
  useKeys(list, (pressed) => list.current !== null && handleListKey(list.current, pressed));
  useArrowFromField(list);
  useFocusAfterBack(list, address);
  return (
    <ol ref={list} className={styles.list}>
      {items.map((item) => (
        <Result
          key={fileKey(item)}
          item={item}
          hrefForFile={hrefForFile}
          showsRepo={showsRepo}
          onOpen={() => {
            lastOpened = { address, file: fileKey(item) };
          }}
        />
      ))}
    </ol>
  );
}

type ResultProps = {
  item: SearchItem;
  hrefForFile: HrefForFile;
  showsRepo: boolean;
  onOpen: () => void;
};

function Result({ item, hrefForFile, showsRepo, onOpen }: ResultProps) {
  const language = item.language ?? languageOfFile(item.path)?.name;
  const file = { repo: item.repository.name, path: item.path };
  const inPath = item.text_matches.find(({ fragment }) => fragment === item.path);
  const blocks = item.matches === undefined ? null : matchBlocks(item.matches);
  return (
    <li className={styles.result}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <Link
            to={hrefForFile(file)}
            state={fromListState}
            preventScrollReset
            className={styles.link}
            data-file={fileKey(item)}
            onClick={onOpen}
          >
            <bdi>{item.name}</bdi>
          </Link>
        </h3>
        {language === undefined ? null : <span className={styles.language}>{language}</span>}
        {showsRepo ? <Chip icon="repository">{item.repository.name}</Chip> : null}
      </div>
      <p className={styles.path}>
        <bdi>{inPath === undefined ? item.path : <Pieces pieces={fragmentPieces(inPath)} />}</bdi>
      </p>
      {blocks === null ? (
        <Fragments item={item} />
      ) : (
        blocks.map((block) => (
          <Block
            key={block.first}
            block={block}
            hrefForLine={(line) => hrefForFile(file, line)}
            onOpen={onOpen}
          />
        ))
      )}
      <MoreMatches item={item} />
    </li>
  );
}

type BlockProps = { block: MatchBlock; hrefForLine: (line: number) => string; onOpen: () => void };

/** Lines with matches and the lines around them; each number of a match opens the file there. */
function Block({ block, hrefForLine, onOpen }: BlockProps) {
  return (
    <pre className={styles.fragment}>
      <code className={styles.lines}>
        {block.lines.map((line) => (
          <span key={line.line} className={styles.line}>
            {line.indices.length === 0 ? (
              <span className={styles.number} data-number={line.line} />
            ) : (
              <Link
                to={hrefForLine(line.line)}
                state={fromListState}
                preventScrollReset
                // The file's own link is the tab stop.
                tabIndex={-1}
                className={styles.number}
                data-number={line.line}
                aria-label={`Line ${line.line}`}
                onClick={onOpen}
              />
            )}
            <span>
              <Pieces pieces={linePieces(line)} />
              {"\n"}
            </span>
          </span>
        ))}
      </code>
    </pre>
  );
}

/** Fragments of GitHub's answer, which have no line numbers. */
function Fragments({ item }: { item: SearchItem }) {
  const inText = item.text_matches.filter(({ fragment }) => fragment !== item.path);
  return inText.map((fragment) => (
    <pre key={inText.indexOf(fragment)} className={styles.fragment}>
      <code>
        <Pieces pieces={trimmedPieces(fragmentPieces(fragment))} />
      </code>
    </pre>
  ));
}

function MoreMatches({ item }: { item: SearchItem }) {
  const shown = (item.matches ?? []).reduce((sum, { indices }) => sum + indices.length, 0);
  const rest = (item.match_count ?? 0) - shown;
  if (rest <= 0) return null;
  return (
    <p className={styles.more}>
      {countText(rest)} more {rest === 1 ? "match" : "matches"} in this file
    </p>
  );
}

function Pieces({ pieces }: { pieces: FragmentPiece[] }) {
  return pieces.map(({ text, isMatch, start }) =>
    isMatch ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
  );
}

function fileKey({ repository, path }: SearchItem): string {
  return `${repository.name}/${path}`;
}

/** Moves the focus to another file, or opens the focused one; returns true if the key was one of these. */
function handleListKey(list: HTMLElement, key: string): boolean {
  const links = [...list.querySelectorAll<HTMLElement>("a[data-file]")];
  const present = links.findIndex((link) => link === document.activeElement);
  if (key === "o") {
    links[present]?.click();
    return present >= 0;
  }
  const step = key === "j" || key === "ArrowDown" ? 1 : key === "k" || key === "ArrowUp" ? -1 : 0;
  if (step === 0 && key !== "Home" && key !== "End") return false;
  // Home and End belong to the page until the focus is in the list.
  if (step === 0 && present < 0) return false;
  const wanted = key === "Home" ? 0 : key === "End" ? links.length - 1 : Math.max(0, present + step);
  const link = links[Math.min(wanted, links.length - 1)];
  link?.focus();
  return link !== undefined;
}

/** The down arrow leads from the search field to the first file. */
function useArrowFromField(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const isField = event.target instanceof HTMLInputElement && event.target.type === "search";
      if (event.key !== "ArrowDown" || !isField) return;
      event.preventDefault();
      list.current?.querySelector<HTMLElement>("a[data-file]")?.focus();
    }
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, [list]);
}

/** Restores the focus after coming back from a file; later than the focus on a new page's heading. */
function useFocusAfterBack(list: RefObject<HTMLElement | null>, address: string): void {
  const cameBack = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!cameBack || lastOpened?.address !== address) return undefined;
    const { file } = lastOpened;
    const timer = setTimeout(() => {
      const links = list.current?.querySelectorAll<HTMLElement>("a[data-file]") ?? [];
      [...links].find(({ dataset }) => dataset["file"] === file)?.focus();
    });
    return () => clearTimeout(timer);
  }, [list, address, cameBack]);
}
