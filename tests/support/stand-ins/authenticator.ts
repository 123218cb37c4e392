import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** Lies that an authenticator or the page around it can tell. */
export type Lies = {
  /** Origin of the page that asked. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  /** True if nobody entered a PIN or showed a finger. */
  withoutVerification?: boolean;
  signature?: Buffer;
  userHandle?: string;
};

type Key = { id: string; privateKey: KeyObject; publicKey: KeyObject; userHandle: string };

/** Part of the server's options that an authenticator needs. */
export type Options = { challenge: string; user?: { id: string }; allowCredentials?: { id: string }[] };

/**
 * An authenticator in software (WebAuthn Level 3, 6), for tests over HTTP: ES256 keys, attestation none, and a counter, or none
 * for a synced one.
 */
export function createAuthenticator(site: { origin: string; rpId: string }, { isSynced = false } = {}) {
  const keys: Key[] = [];
  let counter = 0;

  function clientData(type: string, options: Options, lies: Lies): Buffer {
    const { origin = site.origin, challenge = options.challenge } = lies;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(lies: Lies, attested = Buffer.alloc(0)): Buffer {
    const rpIdHash = createHash("sha256")
      .update(lies.rpId ?? site.rpId)
      .digest();
    const isVerified = lies.withoutVerification !== true;
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? (isSynced ? 0 : (counter += 1)));
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested]);
  }

  return {
    /** Makes a passkey; returns what the browser sends. */
    create(options: Options, lies: Lies = {}) {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const id = randomBytes(32);
      keys.push({ id: id.toString("base64url"), privateKey, publicKey, userHandle: options.user?.id ?? "" });
      const idLength = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey(publicKey)]);
      const attestationObject = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authenticatorData(lies, attested))],
      ]);
      return {
        ...credential(id.toString("base64url")),
        response: {
          clientDataJSON: clientData("webauthn.create", options, lies).toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    /** Uses the newest passkey, or the one with this ID; returns what the browser sends. */
    get(options: Options, lies: Lies & { id?: string } = {}) {
      const key = keys.findLast(({ id }) => lies.id === undefined || id === lies.id);
      if (key === undefined) throw new Error("This authenticator has no such passkey.");
      const data = authenticatorData(lies);
      const client = clientData("webauthn.get", options, lies);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const signature = lies.signature ?? sign("sha256", signed, key.privateKey);
      return {
        ...credential(key.id),
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: lies.userHandle ?? key.userHandle,
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

function credential(id: string) {
  return {
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    authenticatorAttachment: "platform",
  };
}

/** Encodes an ES256 key (RFC 9053, 7.1.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
  ]);
}

/** Encodes the head of an item (RFC 8949, 3): major type and length or value. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
}

function cborMap(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}
