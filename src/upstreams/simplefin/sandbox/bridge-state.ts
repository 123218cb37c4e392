import { z } from "zod";

/** Ways in which a link can behave; a person chooses one with the setup token (docs/settings.md, "Services"). */
export const bridgeConditions = [
  "none",
  "sign-in",
  "incomplete",
  "renumbering",
  "version-1",
  "unpaid",
  "busy",
  "down",
  "revoked",
] as const;

export type BridgeCondition = (typeof bridgeConditions)[number];

/** Shape of a link. */
export const linkStateSchema = z.object({
  condition: z.enum(bridgeConditions),
  /** Password of the access; its user name is the link's number. */
  password: z.string(),
  /** Time of the claim; null while the setup token is unused. */
  claimedAtMs: z.number().nullable(),
  /** Last time the person signed in again at the bank that wanted it. */
  signedInAtMs: z.number().nullable(),
  /** Grows when the person links the banks anew at the bridge, which gives their accounts other IDs. */
  generation: z.int(),
});

/** State of a setup token and the access that it became. */
export type LinkState = z.infer<typeof linkStateSchema>;
