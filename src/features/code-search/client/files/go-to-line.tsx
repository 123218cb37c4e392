import { useId, useState, type FormEvent } from "react";
import styles from "./go-to-line.module.css";

type GoToLineProps = { lineCount: number; onGo: (line: number) => void };

/** Field to go to a line by keyboard, because the line links aren't tab stops. */
export function GoToLine({ lineCount, onGo }: GoToLineProps) {
  const id = useId();
  const [text, setText] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const line = Math.round(Number(text));
    if (!Number.isFinite(line) || text.trim() === "") return;
    onGo(Math.min(Math.max(1, line), lineCount));
    setText("");
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <label htmlFor={id}>Line</label>
      <input
        id={id}
        className={styles.input}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        value={text}
        onChange={(event) => setText(event.target.value.replaceAll(/\D/gu, ""))}
      />
    </form>
  );
}
