import {
  useEffect,
  useId,
  useMemo,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { countWords } from "#shared/text/counts.ts";
import { paths } from "#client/routing/paths.ts";
import { IconButton } from "#ui/button.tsx";
import { CodeFile } from "#ui/code/code-file.tsx";
import { languageOfFile } from "#shared/text/file-languages.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { Link } from "#ui/link.tsx";
import { matchesIn, maxMatches, type FileMatch } from "../../domain/files/file-matches.ts";
import { extendedTo, type Lines } from "../../domain/files/file-place.ts";
import { useKeys } from "../keyboard.ts";
import { GoToLine } from "./go-to-line.tsx";
import styles from "./file-view.module.css";

type FileCodeProps = {
  /** Element whose keys apply to the code, and in which it takes the focus. */
  view: RefObject<HTMLElement | null>;
  path: string;
  text: string;
  lines: readonly string[];
  /** Matches of the search that found the file. */
  marks: readonly FileMatch[];
  /** Lines in the address. */
  selected: Lines | null;
  hrefForLine: (line: number) => string;
  onSelect: (lines: Lines | null) => void;
  /** Further tools at the end of the bar. */
  tools?: ReactNode;
};

/** A file's code with a bar above it: matches, finding in the file, going to a line, copying. */
export function FileCode({ view, path, text, lines, marks, selected, ...props }: FileCodeProps) {
  const language = languageOfFile(path);
  const [sought, setSought] = useState("");
  const matches = useMemo(
    () => (sought.trim() === "" ? marks : matchesIn(lines, [sought])),
    [sought, marks, lines],
  );
  const selection = selected !== null && selected.first <= lines.length ? selected : null;
  const [chosen, setChosen] = useState<number | null>(null);
  // Without a line in the address, start at the first match.
  const current =
    chosen !== null && chosen < matches.length
      ? chosen
      : matches.length > 0 && (selection === null || sought.trim() !== "")
        ? 0
        : null;
  const word = useSelectedWord(view) ?? (/^[\p{L}_$][\p{L}\p{N}_$]{2,}$/u.test(sought) ? sought : null);

  function step(by: 1 | -1): boolean {
    if (matches.length === 0) return false;
    const from =
      current ?? matches.findIndex((match) => match.line >= (selection?.first ?? 1)) - (by === 1 ? 1 : 0);
    setChosen((from + by + matches.length) % matches.length);
    return true;
  }

  function select(next: Lines | null) {
    setChosen(null);
    setSought("");
    props.onSelect(next);
  }

  useFocusOnArrival(view);
  useKeys(view, (key) => {
    if (key === "n") return step(1);
    return key === "p" && step(-1);
  });

  return (
    <>
      <div className={styles.tools}>
        <span className={styles.facts}>{factsOf(language?.name, text === "" ? 0 : lines.length)}</span>
        <FindField
          value={sought}
          onChange={(next) => {
            setSought(next);
            setChosen(null);
          }}
          onStep={step}
        />
        {matches.length === 0 ? (
          <output className={styles.facts}>{sought.trim() === "" ? "" : "No matches"}</output>
        ) : (
          <span className={styles.matches}>
            <IconButton icon="chevron-up" size="small" label="Previous match (p)" onClick={() => step(-1)} />
            <IconButton icon="chevron-down" size="small" label="Next match (n)" onClick={() => step(1)} />
            <output>{matchText(current, matches.length)}</output>
          </span>
        )}
        {word === null ? null : (
          <Link to={paths.code(word)} className={styles.word}>
            Other files with <code>{word}</code>
          </Link>
        )}
        <span className={styles.actions}>
          <GoToLine lineCount={lines.length} onGo={(line) => select({ first: line, last: line })} />
          {props.tools}
          <CopyButton text={text} label="Copy file" />
        </span>
      </div>
      <CodeFile
        className={styles.code}
        lines={lines}
        label={path}
        language={language?.highlight ?? null}
        matches={matches}
        currentMatch={current}
        selected={selection}
        hrefForLine={props.hrefForLine}
        onSelectLine={(line, isExtending) =>
          select(isExtending ? extendedTo(line, selection) : { first: line, last: line })
        }
      />
    </>
  );
}

type FindFieldProps = { value: string; onChange: (text: string) => void; onStep: (by: 1 | -1) => boolean };

/** Finds in the file: Enter leads to the next match, Shift Enter to the one before, Escape ends it. */
function FindField({ value, onChange, onStep }: FindFieldProps) {
  const id = useId();
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") {
      event.preventDefault();
      onStep(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape" && value !== "") {
      event.preventDefault();
      event.stopPropagation();
      onChange("");
    }
  }
  return (
    <span className={styles.find}>
      <label htmlFor={id}>Find</label>
      <input
        id={id}
        className={styles.input}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
    </span>
  );
}

function factsOf(language: string | undefined, count: number): string {
  const lines = countWords(count, "line");
  return language === undefined ? lines : `${language} · ${lines}`;
}

/** Focuses the code on arrival: arrow keys scroll it at once. Later than the focus on a new page's heading. */
function useFocusOnArrival(view: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const timer = setTimeout(() => {
      view.current?.querySelector<HTMLElement>("[role=group]")?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [view]);
}

function matchText(current: number | null, count: number): string {
  const all = count === maxMatches ? `${count}+` : String(count);
  if (current === null) return count === 1 ? "1 match" : `${all} matches`;
  return `Match ${current + 1} of ${all}`;
}

const oneWord = /^[\p{L}_$][\p{L}\p{N}_$]{2,79}$/u;

/** Returns the name that is selected in the view, as by a double click; null for anything else. */
function useSelectedWord(view: RefObject<HTMLElement | null>): string | null {
  const [word, setWord] = useState<string | null>(null);
  useEffect(() => {
    function handleChange() {
      const selection = document.getSelection();
      const text = selection?.toString().trim() ?? "";
      const isInside = selection !== null && view.current?.contains(selection.anchorNode) === true;
      setWord(isInside && oneWord.test(text) ? text : null);
    }
    document.addEventListener("selectionchange", handleChange);
    return () => document.removeEventListener("selectionchange", handleChange);
  }, [view]);
  return word;
}
