import { useId, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import type { SampleProblem } from "../domain/codegen.ts";
import styles from "./sample-editor.module.css";

type SampleEditorProps = {
  label: string;
  text: string;
  placeholder: string;
  problem: SampleProblem | null;
  onChange: (text: string) => void;
  /** Undefined for the only sample. */
  onRemove?: (() => void) | undefined;
};

const maxNumberedLines = 20_000;

/** A sample with line numbers; a JSON error is marked and a button leads to it. */
export function SampleEditor({ label, text, placeholder, problem, onChange, onRemove }: SampleEditorProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  // The field holds its own text, so that typing is never delayed; text from a file or link is put into it.
  useLayoutEffect(() => {
    if (field.current !== null && field.current.value !== text) field.current.value = text;
  }, [text]);

  function showProblem(): void {
    if (problem === null || field.current === null) return;
    field.current.focus();
    field.current.setSelectionRange(problem.offset, problem.offset + 1);
  }

  return (
    <div className={classNames(styles.sample, problem !== null && styles.invalid)}>
      <div className={styles.header}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {onRemove ? (
          <IconButton icon="close" size="small" label={`Remove ${label.toLowerCase()}`} onClick={onRemove} />
        ) : null}
      </div>
      <div className={styles.editor}>
        <LineNumbers text={text} scrollTop={scrollTop} problemLine={problem?.line} />
        <textarea
          ref={field}
          id={id}
          className={styles.field}
          defaultValue={text}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onInput={(event) => onChange(event.currentTarget.value)}
          onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        />
      </div>
      <output id={`${id}-problem`} className={styles.problem}>
        {problem === null ? null : (
          <>
            <Icon name="error" size="small" className={styles.problemIcon} />
            <span>
              Line {problem.line}, column {problem.column}: {problem.message}
            </span>
            <Button size="small" variant="quiet" onClick={showProblem}>
              Show error
            </Button>
          </>
        )}
      </output>
    </div>
  );
}

function LineNumbers(props: { text: string; scrollTop: number; problemLine: number | undefined }) {
  const gutter = useRef<HTMLDivElement>(null);
  const { text, scrollTop, problemLine } = props;
  const lines = countLines(text);
  // After every render: with more lines the gutter can scroll further.
  useLayoutEffect(() => {
    if (gutter.current !== null) gutter.current.scrollTop = scrollTop;
  });
  const numbers = lines > maxNumberedLines ? "" : Array.from({ length: lines }, (_, at) => at + 1).join("\n");
  return (
    <div ref={gutter} aria-hidden="true" className={styles.gutter}>
      <div className={styles.numbers} data-numbers={numbers}>
        {problemLine === undefined ? null : (
          <span
            className={styles.problemLine}
            style={{ insetBlockStart: `calc(${problemLine - 1} * var(--sample-line))` }}
          />
        )}
      </div>
    </div>
  );
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
