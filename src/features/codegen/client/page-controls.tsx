import { useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import type { InputKind } from "../domain/codegen.ts";
import { targetLanguages } from "../domain/target-languages.ts";
import type { CodegenStore, CodegenView } from "./codegen-store.ts";
import styles from "./generate-code-page.module.css";

type PageControlsProps = { view: CodegenView; store: CodegenStore; onShare: () => Promise<void> };

const kinds: { kind: InputKind; label: string }[] = [
  { kind: "json", label: "JSON" },
  { kind: "schema", label: "JSON Schema" },
];

/** Input kind, target language, type name, and sharing. */
export function PageControls({ view, store, onShare }: PageControlsProps) {
  const [isSharing, setIsSharing] = useState(false);
  const id = useId();
  const isEmpty = view.samples.every(({ text }) => text.trim() === "");
  return (
    <div className={styles.controls}>
      <fieldset className={styles.kinds}>
        <legend className={styles.fieldLabel}>From</legend>
        <div className={styles.kindChoices}>
          {kinds.map(({ kind, label }) => (
            <label key={kind} className={styles.kind}>
              <input
                type="radio"
                name={`${id}-kind`}
                className="visually-hidden"
                checked={view.kind === kind}
                onChange={() => store.changeKind(kind)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.field}>
        <label htmlFor={`${id}-language`} className={styles.fieldLabel}>
          To
        </label>
        <select
          id={`${id}-language`}
          className={styles.input}
          value={view.language}
          onChange={(event) => store.changeSettings({ language: event.target.value })}
        >
          {targetLanguages.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-name`} className={styles.fieldLabel}>
          Type name
        </label>
        <input
          id={`${id}-name`}
          className={styles.input}
          value={view.typeName}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => store.changeTypeName(event.target.value)}
        />
      </div>
      <Button
        icon="link"
        isPending={isSharing}
        disabled={isEmpty}
        title={isEmpty ? "Nothing to share yet" : undefined}
        onClick={() => {
          setIsSharing(true);
          void onShare().finally(() => setIsSharing(false));
        }}
      >
        Copy link
      </Button>
    </div>
  );
}
