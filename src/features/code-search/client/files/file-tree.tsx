import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useNavigate } from "react-router";
import { countText } from "#shared/text/counts.ts";
import { useIsHydrated } from "#client/hydrated.ts";
import { paths } from "#client/routing/paths.ts";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import {
  fileTree,
  findFiles,
  foldersAround,
  maxFound,
  treeRows,
  type TreeFile,
  type TreeRow,
} from "../../domain/files/file-tree.ts";
import { useKeys } from "../keyboard.ts";
import styles from "./file-tree.module.css";

type FileTreeProps = {
  repo: string;
  files: readonly TreeFile[];
  /** True if the listing ends before the last file. */
  isTruncated: boolean;
  /** Open file, or a folder's path with a slash at the end. */
  path: string;
  commit: string | null;
};

/** Files of a repository as a tree, with a field that finds them by name. */
export function FileTree({ repo, files, isTruncated, path, commit }: FileTreeProps) {
  const navigate = useNavigate();
  const frame = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [sought, setSought] = useState("");
  const hrefFor = (target: string) => paths.repoFiles(repo, target, commit === null ? {} : { commit });
  const found = useMemo(() => (sought.trim() === "" ? null : findFiles(files, sought)), [files, sought]);

  useKeys(frame, (key) => {
    if (key !== "t") return false;
    field.current?.focus();
    return true;
  });

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && sought !== "") {
      event.preventDefault();
      setSought("");
    } else if (event.key === "Enter" && found?.[0] !== undefined) {
      event.preventDefault();
      void navigate(hrefFor(found[0].path));
      setSought("");
    }
  }

  return (
    <nav ref={frame} className={styles.frame} aria-label={`Files of ${repo}`}>
      <input
        ref={field}
        className={styles.field}
        aria-label="Go to file"
        placeholder="Go to file"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {found === null ? (
        <Rows files={files} path={path} hrefFor={hrefFor} />
      ) : (
        <FoundFiles found={found} hrefFor={hrefFor} onOpen={() => setSought("")} />
      )}
      {isTruncated ? (
        <p className={styles.note}>
          This repository has more files than the first {countText(files.length)} listed here.
        </p>
      ) : null}
    </nav>
  );
}

type FoundFilesProps = {
  found: readonly TreeFile[];
  hrefFor: (path: string) => string;
  onOpen: () => void;
};

function FoundFiles({ found, hrefFor, onOpen }: FoundFilesProps) {
  return (
    <>
      <output className={styles.note}>{foundText(found.length)}</output>
      <ul className={styles.rows}>
        {found.map(({ path }) => (
          <li key={path}>
            <Link to={hrefFor(path)} className={styles.row} onClick={onOpen}>
              <Icon name="document" size="small" />
              <bdi className={styles.foundPath}>{path}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function foundText(count: number): string {
  if (count === 0) return "No files match.";
  if (count === maxFound) return `The first ${maxFound} files`;
  return count === 1 ? "1 file" : `${count} files`;
}

type ShownTree = { path: string; open: ReadonlySet<string> };

type RowsProps = { files: readonly TreeFile[]; path: string; hrefFor: (path: string) => string };

/** The tree itself: arrow keys move, open, and close; Enter opens a file. */
function Rows({ files, path, hrefFor }: RowsProps) {
  const isHydrated = useIsHydrated();
  const list = useRef<HTMLDivElement>(null);
  const tree = useMemo(() => fileTree(files), [files]);
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<ShownTree>({ path, open: new Set(foldersAround(path)) });
  // Opening a file opens its folders, and closes none.
  if (shown.path !== path) setShown({ path, open: new Set([...shown.open, ...foldersAround(path)]) });
  const rows = useMemo(() => treeRows(tree, shown.open, whole), [tree, shown.open, whole]);
  const [focused, setFocused] = useState(path);
  const tabStop = (
    rows.find((row) => row.path === focused) ??
    rows.find((row) => row.path === path) ??
    rows[0]
  )?.path;

  useRowInView(list, path);

  function setOpen(folder: string, isOpen: boolean) {
    const open = new Set(shown.open);
    if (isOpen) open.add(folder);
    else open.delete(folder);
    setShown({ path, open });
  }

  function press(row: TreeRow): boolean {
    if (row.kind === "folder") setOpen(row.path, !row.isOpen);
    else if (row.kind === "more") setWhole(new Set([...whole, row.path]));
    return row.kind !== "file";
  }

  function focusRow(index: number) {
    list.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[index]?.focus();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const key = event.target instanceof Element ? event.target.getAttribute("data-row") : null;
    const index = rows.findIndex((row) => keyOf(row) === key);
    const row = rows[index];
    if (row === undefined) return;
    const target = targetOf(event.key, rows, index);
    if (target === null) return;
    event.preventDefault();
    if (target === "open" || target === "close") setOpen(row.path, target === "open");
    else focusRow(target);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its rows take the focus (the tree view pattern of ARIA)
    <div ref={list} role="tree" aria-label="Files" className={styles.rows} onKeyDown={handleKeyDown}>
      {rows.map((row) => (
        <Link
          key={keyOf(row)}
          role="treeitem"
          to={hrefFor(row.path)}
          className={styles.row}
          style={{ paddingInlineStart: `calc(var(--space-2) + ${row.level - 1} * var(--space-4))` }}
          data-row={keyOf(row)}
          data-hidden-text={row.isShown ? undefined : true}
          aria-level={row.level}
          aria-setsize={row.setSize}
          aria-posinset={row.position}
          aria-expanded={row.kind === "folder" ? row.isOpen : undefined}
          aria-selected={row.path === path && row.kind !== "more"}
          aria-current={row.path === path && row.kind === "file" ? "page" : undefined}
          // Without JavaScript every row is a tab stop.
          tabIndex={!isHydrated || row.path === tabStop ? 0 : -1}
          onFocus={() => setFocused(row.path)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            if (press(row)) event.preventDefault();
          }}
        >
          <RowIcon row={row} />
          <bdi className={styles.name}>
            {row.kind === "more" ? `Show ${countText(Number(row.name))} more` : row.name}
          </bdi>
        </Link>
      ))}
    </div>
  );
}

/** Scrolls the tree, and nothing else, so that the open file or folder can be seen. */
function useRowInView(list: RefObject<HTMLElement | null>, path: string): void {
  useLayoutEffect(() => {
    const frame = list.current;
    const row = [...(frame?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].find(
      ({ dataset }) => dataset["row"] === `file ${path}` || dataset["row"] === `folder ${path}`,
    );
    if (!frame || !row) return;
    const top = row.offsetTop - frame.offsetTop;
    if (top < frame.scrollTop || top + row.offsetHeight > frame.scrollTop + frame.clientHeight)
      frame.scrollTo({ top: top - frame.clientHeight / 3 });
  }, [list, path]);
}

function RowIcon({ row }: { row: TreeRow }) {
  if (row.kind === "folder")
    return <Icon name={row.isOpen ? "chevron-down" : "chevron-right"} size="small" />;
  return <Icon name={row.kind === "file" ? "document" : "more"} size="small" />;
}

function keyOf({ kind, path }: TreeRow): string {
  return `${kind} ${path}`;
}

/** Returns what a key does on a row: move to another one, open or close it; null for other keys. */
function targetOf(key: string, rows: readonly TreeRow[], index: number): number | "open" | "close" | null {
  const row = rows[index];
  if (row === undefined) return null;
  if (key === "ArrowDown") return Math.min(index + 1, rows.length - 1);
  if (key === "ArrowUp") return Math.max(index - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return rows.length - 1;
  if (key === "ArrowRight" && row.kind === "folder") return row.isOpen ? index + 1 : "open";
  if (key !== "ArrowLeft") return null;
  if (row.isOpen) return "close";
  return rows.findLastIndex(({ level }, before) => before < index && level < row.level);
}
