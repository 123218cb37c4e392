import { useEffect, useEffectEvent, useState } from "react";

type Taken = {
  onFiles: (files: readonly File[]) => void;
  /** Receives text that is pasted outside of a field. */
  onText?: ((text: string) => void) | undefined;
};

/**
 * Handles files dropped anywhere or pasted, so that a drop that misses doesn't make the browser leave the page. Returns true while
 * files are dragged over the window.
 */
export function useFilesFromOutside({ onFiles, onText }: Taken): boolean {
  const [isOver, setIsOver] = useState(false);
  const handle = useEffectEvent((event: globalThis.DragEvent | ClipboardEvent) => {
    const isDrag = event instanceof globalThis.DragEvent;
    const transfer = isDrag ? event.dataTransfer : event.clipboardData;
    if (transfer === null) return;
    if (!transfer.types.includes("Files") || (!isDrag && isFormattedText(transfer))) {
      if (event.type === "paste" && onText !== undefined && !isInField(event))
        onText(transfer.getData("text"));
      return;
    }
    if (isDrag) setIsOver(event.type === "dragover");
    event.preventDefault();
    if (event.type === "drop" || event.type === "paste") onFiles([...transfer.files]);
  });
  useEffect(() => {
    const listener = (event: globalThis.DragEvent | ClipboardEvent) => handle(event);
    window.addEventListener("dragover", listener);
    window.addEventListener("dragleave", listener);
    window.addEventListener("drop", listener);
    window.addEventListener("paste", listener);
    return () => {
      window.removeEventListener("dragover", listener);
      window.removeEventListener("dragleave", listener);
      window.removeEventListener("drop", listener);
      window.removeEventListener("paste", listener);
    };
  }, []);
  return isOver;
}

/** True for what a spreadsheet or a word processor copies: text, with a picture of it that nobody means. */
function isFormattedText({ types }: DataTransfer): boolean {
  return types.includes("text/plain") && types.includes("text/html");
}

function isInField({ target }: Event): boolean {
  return target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
}
