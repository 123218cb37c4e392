import { Unzip, UnzipInflate } from "fflate";
import { limits } from "../reading.ts";
import { StatementError } from "../statement.ts";
import { isZip } from "./file-kind.ts";

export type ZipMember = { name: string; bytes: Uint8Array };

/** Compressed bytes that are unpacked at a time. They can grow a thousandfold, so this bounds how far a bomb gets. */
const chunkBytes = 16 * 1024;

/**
 * Unpacks the files of a ZIP in their order (docs/reference/import.md, "ZIP"), without folders, hidden files, and exact copies.
 * Sizes are counted while unpacking, because a ZIP can lie about them. Throws a {@link StatementError} for damaged or too large
 * ZIPs, for ZIPs in ZIPs, and for Office documents, which are ZIPs, too.
 */
export function zipMembers(bytes: Uint8Array): ZipMember[] {
  const unpacked = unpack(bytes);
  refuseOffice(unpacked.map(({ name }) => name));
  const members = unpacked.filter(({ name }) => !isHidden(name));
  if (members.length === 0) throw new StatementError("This ZIP has no files in it, or it’s damaged.");
  const nested = members.find((member) => isZip(member.bytes));
  if (nested !== undefined) {
    throw new StatementError(`This ZIP has another ZIP in it (${nested.name}). Unpack it first.`);
  }
  return members.filter((member, index) => !members.slice(0, index).some((other) => areEqual(other, member)));
}

function unpack(bytes: Uint8Array): ZipMember[] {
  const files: { name: string; chunks: Uint8Array[] }[] = [];
  let total = 0;
  const unzip = new Unzip((file) => {
    if (files.length >= limits.zipMembers) throw tooLarge();
    const chunks: Uint8Array[] = [];
    files.push({ name: file.name, chunks });
    file.ondata = (error, chunk) => {
      if (error !== null) throw error;
      total += chunk.length;
      if (total > limits.unpackedBytes) throw tooLarge();
      chunks.push(chunk.slice());
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      unzip.push(bytes.subarray(at, at + chunkBytes), at + chunkBytes >= bytes.length);
    }
  } catch (error) {
    throw error instanceof StatementError ? error : damaged();
  }
  return files.map(({ name, chunks }) => ({ name, bytes: joined(chunks) }));
}

function damaged(): StatementError {
  return new StatementError(
    "This ZIP is damaged or locked with a password. Download it again, or unpack it first.",
  );
}

function tooLarge(): StatementError {
  return new StatementError(
    `This ZIP is too large: at most ${limits.zipMembers} files and ${limits.unpackedBytes / 1024 / 1024} MB unpacked.`,
  );
}

function refuseOffice(names: readonly string[]): void {
  if (names.some((name) => name.startsWith("xl/"))) {
    throw new StatementError("This is an Excel file. Open it and save it as CSV.");
  }
  if (names.some((name) => name === "[Content_Types].xml" || name === "content.xml")) {
    throw new StatementError(
      "This is an office document. If it’s a spreadsheet, open it and save it as CSV.",
    );
  }
}

function isHidden(name: string): boolean {
  return name.endsWith("/") || name.startsWith("__MACOSX/") || /(?:^|\/)\.[^/]*$/.test(name);
}

function areEqual(a: ZipMember, b: ZipMember): boolean {
  return a.bytes.length === b.bytes.length && a.bytes.every((byte, index) => byte === b.bytes[index]);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
