import { useRef, useState } from "react";

/**
 * Returns a key for the item that an open dialog creates, so that a double click or a retry after a lost answer doesn't
 * create it twice. Each opened dialog has its own key, so identical items are possible.
 */
export function useCreationKey(): string {
  return useState(newCreationKey)[0];
}

/**
 * Returns keys for items created with one click, one per `id`, valid until the creation is known to have succeeded. A
 * retry after a lost answer doesn't create an item twice.
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

/** Creates a random UUID; `crypto.randomUUID` is missing on http except on localhost. */
export function newCreationKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, "0"),
  ).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
