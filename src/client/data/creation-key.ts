import { useRef, useState } from "react";

/**
 * One key for what the dialog on show makes, however often it is sent: a double click, or another try after an answer was
 * lost, makes nothing twice. The next opened dialog has another, so two things may be alike in everything.
 */
export function useCreationKey(): string {
  return useState(newCreationKey)[0];
}

/**
 * The same for what is made by one press: a key for each thing that it is made of (`id`), good until the making is known to
 * have worked. Pressed again after an answer was lost, however late, it makes nothing twice.
 */
export function useCreationKeys(): { keyOf: (id: number) => string; renew: (id: number) => void } {
  const keys = useRef(new Map<number, string>());
  return {
    keyOf(id) {
      const key = keys.current.get(id) ?? newCreationKey();
      keys.current.set(id, key);
      return key;
    },
    renew: (id) => keys.current.delete(id),
  };
}

/** A random UUID; `crypto.randomUUID` is missing on plain http beyond this machine. */
export function newCreationKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, "0"),
  ).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
