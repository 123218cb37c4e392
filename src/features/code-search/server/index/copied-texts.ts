/** Signature, flags, and length of the (empty) extension in front of the rows. */
const headerBytes = 19;
/** Number of fields (16 bits), length of the id, the id, and length of the text (32 bits each) in front of each text. */
const rowHeadBytes = 14;
const idAt = 6;
const lengthAt = 10;

/**
 * Returns a reader of the chunks of a COPY of ids and texts in Postgres' binary format ("COPY", "Binary Format" in its manual),
 * which gives each text once it's whole. No string is made of it, and a buffer is used again for each, so that a large index
 * leaves no garbage.
 */
export function createCopiedTexts(give: (id: number, bytes: Buffer) => void): (chunk: Buffer) => void {
  const head = Buffer.alloc(rowHeadBytes);
  let headRead = -headerBytes;
  let text = Buffer.allocUnsafe(64 * 1024);
  let textRead = 0;

  /** Reads a part of what comes before a text. Returns its bytes. */
  function readHead(chunk: Buffer): number {
    if (headRead < 0) {
      const skipped = Math.min(-headRead, chunk.length);
      headRead += skipped;
      return skipped;
    }
    const copied = chunk.copy(head, headRead);
    headRead += copied;
    return copied;
  }

  /** Reads a part of a text. Returns its bytes. */
  function readText(chunk: Buffer): number {
    const length = head.readInt32BE(lengthAt);
    if (text.length < length) text = Buffer.allocUnsafe(length * 2);
    const copied = chunk.copy(text, textRead, 0, length - textRead);
    textRead += copied;
    if (textRead < length) return copied;
    give(head.readInt32BE(idAt), text.subarray(0, length));
    [headRead, textRead] = [0, 0];
    return copied;
  }

  return (chunk) => {
    let at = 0;
    do {
      const rest = chunk.subarray(at);
      at += headRead < rowHeadBytes ? readHead(rest) : readText(rest);
      // A text of no bytes is whole without another chunk.
    } while (at < chunk.length || (headRead === rowHeadBytes && head.readInt32BE(lengthAt) === 0));
  };
}
