import { useRef } from "react";
import { Button } from "#ui/button.tsx";
import type { CodegenStore, CodegenView } from "./codegen-store.ts";
import { SampleEditor } from "./sample-editor.tsx";
import styles from "./generate-code-page.module.css";

type Example = { label: string; isLoading: boolean; onTake: () => void };

type InputPanelProps = {
  view: CodegenView;
  store: CodegenStore;
  onFile: (file: File) => void;
  onClear: () => void;
  examples: Example[];
};

const placeholders = {
  json: '{\n  "id": 1,\n  "name": "Ada"\n}',
  schema: '{\n  "type": "object",\n  "properties": { "id": { "type": "integer" } }\n}',
};

/** The samples, with ways to add one without typing. */
export function InputPanel({ view, store, onFile, onClear, examples }: InputPanelProps) {
  const { kind, samples, outcome } = view;
  const picker = useRef<HTMLInputElement>(null);
  // Takes the focus of a button that is gone.
  const panel = useRef<HTMLElement>(null);
  const problem = outcome?.outcome === "invalid" ? outcome.problem : null;
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label="Input">
      {samples.map(({ id, text }, index) => (
        <SampleEditor
          key={id}
          label={labelOf(kind, samples.length, index)}
          text={text}
          placeholder={placeholders[kind]}
          problem={problem?.sampleIndex === index ? problem : null}
          onChange={(changed) => store.changeSample(id, changed)}
          onRemove={
            samples.length === 1
              ? undefined
              : () => {
                  store.removeSample(id);
                  panel.current?.focus({ preventScroll: true });
                }
          }
        />
      ))}
      <div className={styles.inputActions}>
        {kind === "json" ? (
          <Button size="small" icon="plus" onClick={() => store.addSample()}>
            Add sample
          </Button>
        ) : null}
        <Button size="small" icon="upload" onClick={() => picker.current?.click()}>
          Open file
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".json,.schema,application/json,text/plain"
          hidden
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Resets the field, so that selecting the same file again counts as a change.
            event.target.value = "";
            if (file !== undefined) onFile(file);
          }}
        />
        {samples.every(({ text }) => text === "") ? null : (
          <Button
            size="small"
            icon="trash"
            variant="quiet"
            onClick={() => {
              onClear();
              panel.current?.focus({ preventScroll: true });
            }}
          >
            Clear
          </Button>
        )}
      </div>
      <div className={styles.examples}>
        <span className={styles.examplesLabel}>Examples:</span>
        {examples.map(({ label, isLoading, onTake }) => (
          <Button key={label} size="small" variant="quiet" isPending={isLoading} onClick={onTake}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}

function labelOf(kind: CodegenView["kind"], count: number, index: number): string {
  if (kind === "schema") return "JSON Schema";
  return count === 1 ? "JSON" : `Sample ${index + 1}`;
}
