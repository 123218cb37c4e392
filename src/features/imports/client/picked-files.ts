const maxFileBytes = 10_000_000;

/** Endings that banks give their files; the picker shows them first. What a file is, its content says. */
export const acceptedFiles = ".ofx,.qfx,.qbo,.qif,.csv,.tsv,.txt,.xml,.sta,.940,.mt940,.zip";

/** Returns why a file can’t be read; null if it may be sent. */
export function fileRefusal({ size }: Pick<File, "size">): string | null {
  if (size === 0) return "The file is empty.";
  return size > maxFileBytes ? "The file is larger than 10 MB. Export a shorter period." : null;
}

/** Returns pasted text as a file; null if it’s too short to be a statement. */
export function pastedFile(text: string): File | null {
  return text.trim().includes("\n") ? new File([text], "Pasted text") : null;
}
