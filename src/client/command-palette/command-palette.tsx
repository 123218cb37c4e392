import { useQueries, useQueryClient } from "@tanstack/react-query";
import {
  Autocomplete,
  Dialog,
  Heading,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from "react-aria-components";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Icon } from "#ui/icon.tsx";
import { useApi, usePublicConfig } from "../app-context.tsx";
import type { Overlay } from "../shortcuts.ts";
import { shortcuts } from "./shortcut-list.ts";
import type { PaletteEntry } from "./palette-entry.ts";
import { paletteSources } from "./palette-sources.ts";
import styles from "./command-palette.module.css";

/** Command palette and list of shortcuts, loaded on first use. */
export function CommandPalette({ view, onClose }: { view: Overlay; onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className={styles.overlay ?? ""}
    >
      <Modal className={styles.modal ?? ""}>
        <Dialog
          className={styles.dialog ?? ""}
          aria-label={view === "palette" ? "Command palette" : "Shortcuts"}
        >
          {view === "palette" ? <Palette onClose={onClose} /> : <ShortcutList />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const { contains } = useFilter({ sensitivity: "base" });
  const { entries, isLoading } = usePaletteEntries();
  const found = [
    ...paletteSources.flatMap((source) => source.match?.(text) ?? []),
    ...entries.filter((entry) =>
      contains(`${entry.label} ${entry.kind} ${entry.keywords ?? ""}`, text.trim()),
    ),
  ];

  function open(id: string) {
    const entry = found.find((candidate) => candidate.id === id);
    if (entry === undefined) return;
    onClose();
    entry.act?.();
    if (entry.href !== undefined) void navigate(entry.href, { viewTransition: true });
  }

  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened in order to type */}
      <SearchField aria-label="Go to" autoFocus className={styles.search ?? ""}>
        <Icon name="search" />
        <Input className={styles.input ?? ""} placeholder="Page, post, repo, bill…" />
        <kbd className={styles.key}>Esc</kbd>
      </SearchField>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrollable content must be reachable by keyboard (WCAG 2.1.1), and a fieldset is no list */}
      <div className={styles.list} tabIndex={0} role="group" aria-label="Results">
        <Menu
          aria-label="Pages"
          className={styles.menu ?? ""}
          items={found}
          onAction={(key) => open(String(key))}
          renderEmptyState={() => (
            <p className={styles.empty}>{isLoading ? "Loading…" : `No results for “${text}”`}</p>
          )}
        >
          {(entry) => <Entry entry={entry} />}
        </Menu>
      </div>
    </Autocomplete>
  );
}

function Entry({ entry }: { entry: PaletteEntry }) {
  return (
    <MenuItem id={entry.id} textValue={entry.label} className={styles.entry ?? ""}>
      <Icon name={entry.icon} />
      <span className={styles.label}>{entry.label}</span>
      <span className={styles.kind}>{entry.kind}</span>
    </MenuItem>
  );
}

function usePaletteEntries() {
  const loading = { api: useApi(), config: usePublicConfig(), queryClient: useQueryClient() };
  const results = useQueries({
    queries: paletteSources.map((source) => ({
      queryKey: ["palette", source.id],
      queryFn: () => source.load(loading),
    })),
  });
  return {
    entries: results.flatMap((result) => result.data ?? []),
    isLoading: results.some((result) => result.isPending),
  };
}

function ShortcutList() {
  return (
    <div className={styles.shortcuts}>
      <Heading slot="title" className={styles.heading ?? ""}>
        Shortcuts
      </Heading>
      <dl className={styles.keys}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className={styles.shortcut}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
