import {
  Autocomplete,
  Collection,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  RouterProvider,
  TextField,
} from "react-aria-components";
import { useState, type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { Icon } from "#ui/icon.tsx";
import { snippetOf, type PaletteSection } from "./palette-ranking.ts";
import type { PaletteEntry } from "./palette-entry.ts";
import { earlyKeys } from "../shortcuts.ts";
import { textAfter } from "./early-text.ts";
import { noteEntry } from "./recent-entries.ts";
import { usePaletteSearch, type PaletteSearch } from "./use-palette-search.ts";
import styles from "./palette.module.css";

/** Search field of the palette with its results (docs/reference/product.md, "Command palette"). */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const search = usePaletteSearch(text);

  /** Adds what was typed before the field could have the focus. */
  function takeEarlyKeys() {
    const keys = earlyKeys.splice(0);
    setText((typed) => textAfter(keys, typed));
  }

  function choose(entry: PaletteEntry) {
    noteEntry(entry.id);
    onClose();
    entry.act?.();
  }

  return (
    <RouterProvider navigate={(href) => void navigate(href, { viewTransition: true })}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField
          type="search"
          aria-label="Go to"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened in order to type
          autoFocus
          onFocus={takeEarlyKeys}
          className={styles.search ?? ""}
        >
          <Icon name="search" />
          <Input className={styles.input ?? ""} placeholder="Page, post, repo, bill…" />
          <kbd className={styles.key}>Esc</kbd>
        </TextField>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrollable content must be reachable by keyboard (WCAG 2.1.1), and a fieldset is no list */}
        <div className={styles.list} tabIndex={0} role="group" aria-label="Results">
          <div onClickCapture={toBrowser}>
            <Menu
              aria-label="Results"
              className={styles.menu ?? ""}
              items={search.sections.map(keyed)}
              renderEmptyState={() => (
                <p className={styles.empty}>{search.isPending ? "Searching…" : `No results for “${text}”`}</p>
              )}
            >
              {(section) => <Section section={section} text={text} onChoose={choose} />}
            </Menu>
          </div>
        </div>
      </Autocomplete>
      <Foot search={search} />
    </RouterProvider>
  );
}

/** Lets the browser open a link in a new tab, which a click with a modifier key asks for. The palette stays open. */
function toBrowser(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation();
}

type KeyedSection = PaletteSection & { id: string };

/** Gives a section a key that it alone has; a group may have two. */
function keyed(section: PaletteSection): KeyedSection {
  return { ...section, id: `section ${section.entries[0]?.id ?? section.group}` };
}

type SectionProps = { section: KeyedSection; text: string; onChoose: (entry: PaletteEntry) => void };

function Section({ section: { id, group, isMore, entries }, text, onChoose }: SectionProps) {
  return (
    <MenuSection id={id} className={styles.section ?? ""}>
      <Header className={styles.group ?? ""}>{isMore ? `More in ${group}` : group}</Header>
      <Collection items={entries} dependencies={[text, onChoose]}>
        {(entry) => (
          <MenuItem
            id={entry.id}
            textValue={entry.label}
            href={entry.href}
            className={styles.entry ?? ""}
            onAction={() => onChoose(entry)}
          >
            <EntryFace entry={entry} text={text} />
          </MenuItem>
        )}
      </Collection>
    </MenuSection>
  );
}

function EntryFace({ entry, text }: { entry: PaletteEntry; text: string }) {
  const detail = snippetOf(entry, text) ?? entry.detail;
  return (
    <>
      <Icon name={entry.icon} />
      <span className={styles.lines}>
        <span className={styles.label}>{entry.label}</span>
        {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
      </span>
      <span className={styles.kind}>{entry.kind}</span>
    </>
  );
}

/** Line below the results: what is still being searched or couldn't be, and the keys. Its height never changes. */
function Foot({ search: { sections, isPending, missing } }: { search: PaletteSearch }) {
  const count = sections.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <div className={styles.foot}>
      <output className={styles.status}>{statusOf(count, isPending, missing)}</output>
      <span className={styles.hint}>
        <kbd className={styles.key}>Enter</kbd> Open
      </span>
      <span className={styles.hint}>
        <kbd className={styles.key}>{newTabKeys()}</kbd> New tab
      </span>
    </div>
  );
}

/** Returns the keys as the keyboard calls them. */
function newTabKeys(): string {
  return /\bMac OS X\b/.test(navigator.userAgent) ? "⌘ Enter" : "Ctrl Enter";
}

function statusOf(count: number, isPending: boolean, missing: readonly string[]): string {
  if (missing.length > 0) return `Couldn’t search ${missing.join(", ")}.`;
  if (isPending) return "Searching…";
  return count === 1 ? "1 result" : `${count} results`;
}
