import type { CodegenState } from "./codegen-state.ts";
import { readCodegenState } from "./codegen-state.ts";

const prefix = "#code=";
const maxStateBytes = 10_000_000;

/** Length from which some programs truncate links; the page warns about it. */
export const longLinkLength = 32_000;

/**
 * Encodes the page's state as an address's fragment, compressed (deflate) and in base64url. Browsers never send a
 * fragment to a server.
 */
export async function encodeShareFragment(state: CodegenState): Promise<string> {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return prefix + toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** Decodes a fragment; returns null if it isn't ours, is damaged, or unpacks to an unreasonable size. */
export async function decodeShareFragment(fragment: string): Promise<CodegenState | null> {
  if (!fragment.startsWith(prefix)) return null;
  try {
    const packed = fromBase64Url(fragment.slice(prefix.length));
    const text = await unpack(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
    );
    return text === null ? null : readCodegenState(JSON.parse(text));
  } catch {
    return null;
  }
}

export function isShareFragment(fragment: string): boolean {
  return fragment.startsWith(prefix);
}

/** Unpacks a stream; returns null if it gets too long, because a few kilobytes can unpack to gigabytes. */
async function unpack(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | null> {
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxStateBytes) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  return new Blob(parts).text();
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  // In slices, because the number of arguments is limited.
  for (let start = 0; start < bytes.length; start += 8_192)
    binary += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
