import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import codeStyles from "./code-block.module.css";
import styles from "./code-file.module.css";
import { classNames } from "../class-names.ts";
import {
  escapeCode,
  highlightedLines,
  longestHighlightedLine,
  markedHtml,
  widestLine,
  type LineRange,
} from "./code-lines.ts";
import { useHighlightedCode } from "./use-highlighted-code.ts";

/** A match to mark in the file; `line` counts from 1. */
export type FileMatch = LineRange & { line: number };

/** Selected lines, from 1, both included. */
type LineSpan = { first: number; last: number };

type CodeFileProps = {
  lines: readonly string[];
  /** Accessible name: the file's name. */
  label: string;
  /** Name for highlight.js or people; null leaves the text plain. */
  language: string | null;
  /** In text order, not overlapping. */
  matches: readonly FileMatch[];
  /** Index in `matches` of the current match, which is scrolled into view. */
  currentMatch: number | null;
  /** Lines in the address; the first is scrolled into view. */
  selected: LineSpan | null;
  hrefForLine: (line: number) => string;
  /** `isExtending` with the Shift key: select up to this line. */
  onSelectLine: (line: number, isExtending: boolean) => void;
  className?: string | undefined;
};

const linesPerChunk = 50;
const tabSize = 4;
/** Distance from the view at which a chunk is rendered. */
const nearMargin = "400px 0px";

/**
 * A file of any length: plain text at once, in chunks that the browser lays out only when visible. Chunks near the view
 * get line links, marks, and highlighting. It scrolls in both directions; its parent sets the height.
 */
export function CodeFile(props: CodeFileProps) {
  const { lines, language, matches, currentMatch, selected, onSelectLine } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const highlighted = useHighlightedLines(lines, language);
  const nearChunks = useNearChunks(scroller, lines);
  const matchesByLine = useMemo(() => groupByLine(matches), [matches]);
  const current = currentMatch === null ? undefined : matches[currentMatch];
  const targetLine = current?.line ?? selected?.first ?? null;
  const targetChunk = targetLine === null ? -1 : chunkOf(targetLine);
  useLineInView(scroller, targetLine, current);

  function handleClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-number]") : null;
    if (link === null || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    onSelectLine(Number(link.dataset["number"]), event.shiftKey);
  }

  const size = {
    "--digits": String(lines.length).length,
    "--columns": widestLine(lines, tabSize),
    tabSize,
  };
  return (
    <div className={classNames(styles.frame, props.className)}>
      <div
        ref={scroller}
        className={styles.scroller}
        style={size}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <section> would make the code a landmark
        role="group"
        aria-label={`Code: ${props.label}`}
      >
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- one listener for all line links; Enter on a link is a click */}
        <pre className={styles.pre} onClick={handleClick}>
          <code className={classNames(codeStyles.code, styles.code)}>
            {chunkStarts(lines.length).map((start) => (
              <Chunk
                key={start}
                start={start}
                lines={lines}
                highlighted={highlighted}
                isNear={nearChunks.has(start) || start === targetChunk}
                matchesByLine={matchesByLine}
                current={current}
                selected={selected}
                hrefForLine={props.hrefForLine}
              />
            ))}
          </code>
        </pre>
      </div>
    </div>
  );
}

type ChunkProps = Pick<CodeFileProps, "lines" | "selected" | "hrefForLine"> & {
  /** Index of its first line. */
  start: number;
  highlighted: readonly string[] | null;
  isNear: boolean;
  matchesByLine: ReadonlyMap<number, FileMatch[]>;
  current: FileMatch | undefined;
};

function Chunk({
  start,
  lines,
  highlighted,
  isNear,
  matchesByLine,
  current,
  selected,
  hrefForLine,
}: ChunkProps) {
  const own = lines.slice(start, start + linesPerChunk);
  const size = { containIntrinsicBlockSize: `${own.length}lh` };
  if (!isNear)
    return (
      <span className={styles.chunk} style={size} data-chunk={start}>
        <span className={styles.plain} data-numbers={numbersFrom(start + 1, own.length)}>
          <span className={styles.text}>{`${own.join("\n")}\n`}</span>
        </span>
      </span>
    );
  return (
    <span className={styles.chunk} style={size} data-chunk={start}>
      {own.map((line, index) => {
        const number = start + index + 1;
        const ranges = matchesByLine.get(number) ?? [];
        const lineHtml = line.length > longestHighlightedLine ? undefined : highlighted?.[start + index];
        return (
          <CodeLine
            key={number}
            number={number}
            href={hrefForLine(number)}
            html={markedHtml(
              lineHtml ?? escapeCode(line),
              ranges,
              current === undefined ? -1 : ranges.indexOf(current),
            )}
            isSelected={selected !== null && selected.first <= number && number <= selected.last}
          />
        );
      })}
    </span>
  );
}

type CodeLineProps = { number: number; href: string; html: string; isSelected: boolean };

/** A line of code. CSS renders its number, so that it can't be selected, copied, or found. The line end is text, for copying. */
const CodeLine = memo(function CodeLine({ number, href, html, isSelected }: CodeLineProps) {
  return (
    <span className={styles.line} data-line={number} data-selected={isSelected || undefined}>
      <a
        href={href}
        tabIndex={-1}
        className={styles.number}
        data-number={number}
        aria-label={`Line ${number}`}
        aria-current={isSelected ? "location" : undefined}
      />
      {/* Escaped by escapeCode or highlight.js; all else is their spans and our marks. */}
      <span className={styles.text} dangerouslySetInnerHTML={{ __html: `${html}\n` }} />
    </span>
  );
});

function useHighlightedLines(lines: readonly string[], language: string | null): readonly string[] | null {
  const code = useMemo(() => lines.join("\n"), [lines]);
  const html = useHighlightedCode({ code, language: language ?? undefined });
  return useMemo(() => (html === undefined ? null : highlightedLines(html)), [html]);
}

/** Returns the first lines of chunks that have been in or near the view. */
function useNearChunks(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly string[],
): ReadonlySet<number> {
  const [near, setNear] = useState<{ lines: readonly string[]; starts: ReadonlySet<number> }>();
  useEffect(() => {
    const root = scroller.current;
    if (root === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries
          .filter(({ isIntersecting }) => isIntersecting)
          .map(({ target }) => Number(target.getAttribute("data-chunk")));
        if (seen.length === 0) return;
        setNear((before) => ({
          lines,
          starts: new Set([...(before?.lines === lines ? before.starts : []), ...seen]),
        }));
      },
      { root, rootMargin: nearMargin },
    );
    for (const chunk of root.querySelectorAll("[data-chunk]")) observer.observe(chunk);
    // On paper, lines wrap: each needs its own number.
    function showAll() {
      flushSync(() => setNear({ lines, starts: new Set(chunkStarts(lines.length)) }));
    }
    globalThis.addEventListener("beforeprint", showAll);
    return () => {
      observer.disconnect();
      globalThis.removeEventListener("beforeprint", showAll);
    };
  }, [scroller, lines]);
  return near?.lines === lines ? near.starts : noChunks;
}

const noChunks: ReadonlySet<number> = new Set();

/** Scrolls a line that can't be seen to the middle before paint; sideways, to a match that the reader moves to. */
function useLineInView(
  scroller: RefObject<HTMLElement | null>,
  line: number | null,
  match: FileMatch | undefined,
) {
  useLayoutEffect(() => {
    const root = scroller.current;
    if (root === null || line === null) return;
    const element = root.querySelector<HTMLElement>(`[data-line="${line}"]`);
    if (element === null) return;
    const frame = root.getBoundingClientRect();
    const { top, bottom, height } = element.getBoundingClientRect();
    const isSeen = top >= frame.top && bottom <= frame.top + root.clientHeight;
    root.scrollTo({
      top: isSeen ? root.scrollTop : root.scrollTop + top - frame.top - (root.clientHeight - height) / 2,
      left: match === undefined ? 0 : sidewaysTo(root, element.querySelector("mark[data-current]")),
      behavior: "instant",
    });
  }, [scroller, line, match]);
}

/** Returns the horizontal scroll needed to show a place, and no more, so that code starts at its beginning. */
function sidewaysTo(root: HTMLElement, place: Element | null): number {
  if (place === null) return 0;
  const left = root.scrollLeft + place.getBoundingClientRect().left - root.getBoundingClientRect().left;
  return left < root.clientWidth * 0.8 ? 0 : left - root.clientWidth / 2;
}

function groupByLine(matches: readonly FileMatch[]): Map<number, FileMatch[]> {
  const byLine = new Map<number, FileMatch[]>();
  for (const match of matches) {
    const own = byLine.get(match.line);
    if (own === undefined) byLine.set(match.line, [match]);
    else own.push(match);
  }
  return byLine;
}

function chunkOf(line: number): number {
  return Math.floor((line - 1) / linesPerChunk) * linesPerChunk;
}

function chunkStarts(lineCount: number): number[] {
  return Array.from({ length: Math.ceil(lineCount / linesPerChunk) }, (_, index) => index * linesPerChunk);
}

function numbersFrom(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => first + index).join("\n");
}
