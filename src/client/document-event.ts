import { useEffect } from "react";

/** Listens on the document while the component is mounted. */
export function useDocumentEvent<Type extends "click" | "keydown">(
  type: Type,
  handle: (event: DocumentEventMap[Type]) => void,
): void {
  useEffect(() => {
    document.addEventListener(type, handle);
    return () => document.removeEventListener(type, handle);
  });
}
