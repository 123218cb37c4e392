import { useRef } from "react";
import { useFilesFromOutside } from "#client/uploads/use-files-from-outside.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import styles from "./imports.module.css";
import { acceptedFiles, pastedFile } from "./picked-files.ts";

type FileDropProps = { onFiles: (files: readonly File[]) => void; isBusy: boolean };

/** Place for files: by picker, drop, or paste. While a file is previewed, further ones wait. */
export function FileDrop({ onFiles, isBusy }: FileDropProps) {
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
