import { useState } from "react";
import { saveFile } from "#client/files/save-file.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { CodeBlock } from "#ui/code/code-block.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import type { GeneratedFile } from "../domain/codegen.ts";
import type { TargetLanguage } from "../domain/target-languages.ts";
import type { CodegenView } from "./codegen-store.ts";
import styles from "./generate-code-page.module.css";

type OutputPanelProps = {
  view: Pick<CodegenView, "outcome" | "isWorking">;
  language: TargetLanguage;
  onRetry: () => void;
};

/** The generated code, or its empty, loading, or error state. */
export function OutputPanel({ view, language, onRetry }: OutputPanelProps) {
  const { outcome, isWorking } = view;
  if (outcome === null && isWorking)
    return (
      <LoadingRegion label="Generating code" className={styles.waiting}>
        <SkeletonText lines={12} />
      </LoadingRegion>
    );
  if (outcome === null)
    return (
      <EmptyState title="No code yet" icon="code">
        Paste JSON, drop a file on the page, or choose an example. It never leaves your browser.
      </EmptyState>
    );
  if (outcome.outcome === "invalid")
    return (
      <Callout tone="negative" title="Invalid JSON">
        Line {outcome.problem.line}, column {outcome.problem.column}: {outcome.problem.message}
      </Callout>
    );
  if (outcome.outcome === "failed")
    return (
      <ErrorPanel
        title="Couldn’t generate code"
        message={outcome.message}
        onRetry={onRetry}
        isRetrying={isWorking}
      />
    );
  return (
    <div className={styles.output} aria-busy={isWorking}>
      {outcome.warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          {warning}
        </Callout>
      ))}
      <Files files={outcome.files} language={language} />
    </div>
  );
}

/** Generated files: some languages, such as Java, need one per type; the others use a single file. */
function Files({ files, language }: { files: GeneratedFile[]; language: TargetLanguage }) {
  const [chosenName, setChosenName] = useState<string | null>(null);
  const file = files.find(({ name }) => name === chosenName) ?? files[0];
  if (file === undefined) return null;
  return (
    <>
      <div className={styles.fileBar}>
        {files.length === 1 ? null : (
          <ul className={styles.fileNames} aria-label="Files">
            {files.map(({ name }) => (
              <li key={name}>
                <Button
                  size="small"
                  variant="quiet"
                  aria-pressed={name === file.name}
                  onClick={() => setChosenName(name)}
                >
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button size="small" icon="download" onClick={() => download(file)}>
          Download<span className="visually-hidden"> {file.name}</span>
        </Button>
        {files.length === 1 ? null : (
          <Button size="small" icon="download" onClick={() => files.forEach(download)}>
            Download all {files.length}
          </Button>
        )}
      </div>
      <CodeBlock
        code={file.text}
        language={language.highlightAs}
        languageLabel={language.label}
        fileName={file.name}
        showLineNumbers
      />
    </>
  );
}

function download({ name, text }: GeneratedFile): void {
  saveFile({ blob: new Blob([text], { type: "text/plain;charset=utf-8" }), name });
}
