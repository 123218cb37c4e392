import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "#client/app-context.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { doublesText } from "#client/words/doubles-text.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { paths } from "#client/routing/paths.ts";
import { memberLoader } from "#client/routing/member-loader.ts";
import { readRouteId } from "#client/routing/route-id.ts";
import { TextLink } from "#ui/link.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { useFilesFromOutside } from "#client/files/use-files-from-outside.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { FileImport, type ImportedFile } from "./file-import.tsx";
import { importsQuery } from "./import-queries.ts";
import { totalsWords } from "./import-words.ts";
import { PastImports } from "./past-imports.tsx";
import { acceptedFiles, pastedFile } from "./picked-files.ts";
import styles from "./imports.module.css";

/** Loads the accounts to import into, and past imports. */
export const loader = memberLoader(({ api, first }) => [
  first(institutionsQuery(api)),
  first(importsQuery(api)),
]);

type WaitingFile = { id: number; file: File };

/** Import of bank statements: files one after another, each previewed in full (docs/reference/product.md, "Routes"). */
export function Component() {
  const api = useApi();
  const institutions = useQuery({ ...institutionsQuery(api), throwOnError: endsScreen });
  const { data: past = [] } = useQuery({ ...importsQuery(api), throwOnError: endsScreen });
  const [search] = useSearchParams();
  const [files, setFiles] = useState<WaitingFile[]>([]);
  const [imported, setImported] = useState<ImportedFile[]>([]);
  const count = useRef(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [current, ...waiting] = files;
  const undone = new Set(
    past.flatMap(({ importId, undoneAt }) => (undoneAt === undefined ? [] : [importId])),
  );
  const standing = imported.filter(({ importId }) => !undone.has(importId));

  function add(picked: readonly File[]) {
    const numbered = picked.map((file) => {
      count.current += 1;
      return { id: count.current, file };
    });
    setFiles((before) => [...before, ...numbered]);
  }

  function finish(done: ImportedFile | null) {
    setFiles(([, ...others]) => others);
    if (done !== null) setImported((before) => [...before, done]);
    heading.current?.focus();
  }

  return (
    <div className={styles.page}>
      <DocumentHead title="Import files" description="Import your bank’s statements." isPrivate />
      <PageHeader
        title="Import files"
        titleRef={heading}
        intro="Statements that you download from your bank. You see everything before it’s added."
      />
      {standing.map((done) => (
        <Callout
          key={done.importId}
          tone="positive"
          title={`Imported ${done.fileName}`}
          isLive
          action={
            <span className={styles.links}>
              {done.totals.maybes === 0 ? null : (
                <TextLink to={paths.transactions({ show: "maybe" })}>
                  {doublesText(done.totals.maybes)}
                </TextLink>
              )}
              <TextLink to={paths.transactions({ account: done.accountId })}>See transactions</TextLink>
            </span>
          }
        >
          {totalsWords(done.totals)}.
        </Callout>
      ))}
      {current === undefined ? null : (
        <FileImport
          key={current.id}
          {...current}
          accountId={readRouteId(search.get("account") ?? "") ?? undefined}
          banks={institutions.data ?? []}
          waiting={waiting.map(({ file }) => file.name)}
          onDone={finish}
        />
      )}
      <FileDrop onFiles={add} isBusy={current !== undefined} />
      {current === undefined ? <PastImports /> : null}
    </div>
  );
}

type FileDropProps = { onFiles: (files: readonly File[]) => void; isBusy: boolean };

/** Place for files: by picker, drop, or paste. While a file is previewed, further ones wait. */
function FileDrop({ onFiles, isBusy }: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isOver = useFilesFromOutside({
    onFiles,
    onText: (text) => {
      const file = pastedFile(text);
      if (file !== null) onFiles([file]);
    },
  });
  return (
    <div className={styles.drop} data-over={isOver || undefined} data-busy={isBusy || undefined}>
      <input
        ref={picker}
        type="file"
        multiple
        accept={acceptedFiles}
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {isBusy ? null : <Icon name="upload" size="large" className={styles.dropIcon} />}
      <Button
        variant={isBusy ? "secondary" : "primary"}
        size={isBusy ? "small" : "medium"}
        icon={isBusy ? "plus" : undefined}
        onClick={() => picker.current?.click()}
      >
        {isBusy ? "Add files" : "Choose files"}
      </Button>
      <p className={styles.hint}>
        {isBusy
          ? "They wait until this one is done."
          : "Or drop them here, or paste their text. OFX, QFX, QIF, CSV, CAMT, MT940, or a ZIP of them, up to 10 MB."}
      </p>
    </div>
  );
}
