import { crc32, deflateSync } from "node:zlib";
import type { SandboxBank } from "../sandbox-banks.ts";

const size = 48;
const made = new Map<string, string>();

/** Returns a bank's logo as Plaid sends it: a small PNG in base64, without a `data:` prefix. */
export function bankLogo(bank: SandboxBank): string {
  const known = made.get(bank.id) ?? png(bank).toString("base64");
  made.set(bank.id, known);
  return known;
}

/** Draws a white lantern, gate or cloud on the bank's color. */
function png(bank: SandboxBank): Buffer {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(bank.color.slice(at, at + 2), 16));
  const rows = Array.from({ length: size }, (_, y) => {
    const pixels = Array.from({ length: size }, (__, x) => (isDrawn(bank, x, y) ? [255, 255, 255] : rgb));
    // Each row starts with its filter type: none.
    return [0, ...pixels.flat()];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function isDrawn(bank: SandboxBank, x: number, y: number): boolean {
  const near = (centreX: number, centreY: number, radius: number) =>
    (x - centreX) ** 2 + (y - centreY) ** 2 <= radius ** 2;
  if (bank.trouble === "none") return near(24, 26, 11) || (x >= 20 && x <= 27 && y >= 9 && y <= 13);
  if (bank.trouble === "login") {
    const isRail = (y >= 16 && y <= 18) || (y >= 30 && y <= 32);
    return x >= 9 && x <= 38 && y >= 11 && y <= 37 && (isRail || x % 8 <= 2);
  }
  return near(18, 28, 8) || near(27, 22, 10) || near(34, 29, 7);
}
