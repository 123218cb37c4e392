import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { canRetry, failureText } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { ProgressBar } from "#ui/status/progress.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import type { ImportPreviewAccount } from "../contract.ts";
import { isAccountQuestion } from "../domain/account-question.ts";
import { previewQuery, renewAfterImport } from "./import-queries.ts";
import styles from "./imports.module.css";
import { FilePreview } from "./file-preview.tsx";
import { fileRefusal } from "./picked-files.ts";
import { partsOf, withAnswer, type Answers, type Choices, type ImportTotals } from "./row-choices.ts";
import type { Bank } from "./target-banks.ts";

/** A file whose rows are in the ledger. */
export type ImportedFile = {
  importId: number;
  fileName: string;
  /** The account of its first rows. */
  accountId: number;
  totals: Omit<ImportTotals, "sums">;
};

type FileImportProps = {
  id: number;
  file: File;
  accountId: number | undefined;
  banks: readonly Bank[];
  /** Names of the files that come next. */
  waiting: readonly string[];
  /** Ends the file: imported, or null if it was skipped. */
  onDone: (imported: ImportedFile | null) => void;
};

type Commit = {
  importId: number;
  accounts: readonly ImportPreviewAccount[];
  choices: Choices;
  totals: ImportTotals;
};

/** One file, from its upload to its import. */
export function FileImport({ id, file, accountId: given, banks, waiting, onDone }: FileImportProps) {
  const refusal = fileRefusal(file);
  const api = useApi();
  const queryClient = useQueryClient();
  const { tenant } = usePublicConfig();
  const [sent, setSent] = useState(0);
  const [answers, setAnswers] = useState<Answers>({});
  const [answersBefore, setAnswersBefore] = useState<Answers | null>(null);
  const isAccountAnswered = Object.keys(answers).some(isAccountQuestion);
  const [isFree, setFree] = useState(false);
  const accountId = isAccountAnswered || isFree ? undefined : given;
  const preview = useQuery({
    ...previewQuery({ id, file, accountId, answers, tenant, onProgress: setSent }),
    enabled: refusal === null,
    placeholderData: keepPreviousData,
    throwOnError: endsScreen,
  });
  const commit = useMutation({
    mutationFn: async ({ importId, accounts, choices, totals }: Commit) => {
      const parts = partsOf(accounts, choices);
      await api.post("/api/CommitImport", { importId, accounts: parts });
      return { importId, fileName: file.name, accountId: parts[0]?.accountId ?? 0, totals };
    },
    onSuccess: (imported) => {
      onDone(imported);
      void renewAfterImport(queryClient);
    },
    onError: (error) => {
      // The ledger has changed, or the preview is too old: the person decides on a new one.
      if (isOutdated(error)) void preview.refetch();
    },
    throwOnError: endsScreen,
  });

  const skip = (
    <Button onClick={() => onDone(null)}>{waiting.length === 0 ? "Cancel" : "Skip this file"}</Button>
  );
  return (
    <section className={styles.file} aria-label={file.name}>
      <div className={styles.names}>
        <h2 className={styles.fileName}>{file.name}</h2>
        {waiting.length === 0 ? null : <p className={styles.hint}>Next: {waiting.join(", ")}</p>}
      </div>
      {refusal === null ? null : <Refused message={refusal} action={skip} />}
      {preview.isLoading ? <Reading sent={sent} /> : null}
      {preview.error !== null && preview.data === undefined ? (
        <Refused
          message={failureText(preview.error)}
          action={
            <>
              {skip}
              {answersBefore === null ? null : (
                <Button
                  icon="undo"
                  onClick={() => {
                    setAnswers(answersBefore);
                    setAnswersBefore(null);
                  }}
                >
                  Take back the last change
                </Button>
              )}
              {accountId !== undefined && isAboutAccount(preview.error) ? (
                <Button onClick={() => setFree(true)}>Choose another account</Button>
              ) : null}
              {canRetry(preview.error) ? (
                <Button onClick={() => void preview.refetch()}>Try again</Button>
              ) : null}
            </>
          }
        />
      ) : null}
      {preview.data === undefined ? null : (
        <FilePreview
          preview={preview.data}
          isRenewing={preview.isFetching}
          banks={banks}
          answers={answers}
          failure={failureOf(commit.error, preview.error)}
          isImporting={commit.isPending}
          skip={skip}
          onAnswer={(question, answer) => {
            commit.reset();
            setAnswersBefore(answers);
            setAnswers(withAnswer(answers, question, answer));
          }}
          onImport={(decided) => commit.mutate({ importId: preview.data.importId, ...decided })}
        />
      )}
    </section>
  );
}

function isAboutAccount(error: Error): boolean {
  return error instanceof ApiError && error.errors !== null && "accountId" in error.errors;
}

function isOutdated(error: Error): boolean {
  return error instanceof ApiError && (error.statusCode === 409 || error.statusCode === 404);
}

/** The sentence about a failed import, or about an answer that the file doesn't take. */
function failureOf(commit: Error | null, preview: Error | null): string | null {
  if (commit !== null && isOutdated(commit))
    return "Your transactions have changed since this preview. Check it and import again.";
  const error = commit ?? preview;
  return error === null ? null : failureText(error);
}

function Refused({ message, action }: { message: string; action: React.ReactNode }) {
  return (
    <div role="alert">
      <Callout tone="negative" title="Couldn’t read this file" action={action}>
        {message}
      </Callout>
    </div>
  );
}

/** Face of a file that is uploaded and read. */
function Reading({ sent }: { sent: number }) {
  const isSent = sent >= 1;
  return (
    <Card>
      <LoadingRegion label="Reading the file" className={styles.reading ?? ""}>
        <ProgressBar
          label={isSent ? "Reading the file" : "Uploading the file"}
          value={sent}
          max={1}
          valueText={isSent ? "Almost done" : `${Math.round(sent * 100)}%`}
        />
        <SkeletonText lines={8} />
      </LoadingRegion>
    </Card>
  );
}
