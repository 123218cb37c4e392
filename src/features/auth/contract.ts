import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { filledLineSchema } from "#shared/text/text-schemas.ts";

const publicUserId = z.string().regex(/^[0-9a-f]{32}$/);

const clientPrincipal = z.object({
  identityProvider: z.string(),
  userId: publicUserId,
  userDetails: z.string(),
  userRoles: z.array(z.enum(["anonymous", "authenticated", "member"])),
});

/** 32 random bytes in base64url. */
const invitationToken = z.string().regex(/^[\w-]{43}$/);
/** Name of a person or a passkey: one line of visible characters. */
const shownName = filledLineSchema("Enter a name.", 80);
const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal("public-key"),
};

/** `RegistrationResponseJSON` of WebAuthn Level 3, without what isn't used. */
const registrationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z
      .array(z.string().regex(/^[\w-]{1,30}$/))
      .max(10)
      .default([]),
  }),
});

/** `AuthenticationResponseJSON` of WebAuthn Level 3, without what isn't used. */
const authenticationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(8_000),
    signature: base64url(4_000),
    userHandle: base64url(100).optional(),
  }),
});

export type RegistrationAnswer = z.infer<typeof registrationAnswer>;
export type AuthenticationAnswer = z.infer<typeof authenticationAnswer>;

const knownCredential = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

const creationOptions = z
  .object({
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
    timeout: z.int().optional(),
    attestation: z.literal("none"),
    excludeCredentials: z.array(knownCredential),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      userVerification: z.literal("required"),
      requireResidentKey: z.boolean().optional(),
    }),
  })
  .meta({ description: "`PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3." });

const requestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int().optional(),
    allowCredentials: z.array(knownCredential).optional(),
    userVerification: z.literal("required"),
  })
  .meta({ description: "`PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3." });

export type CreationOptions = z.infer<typeof creationOptions>;
export type RequestOptions = z.infer<typeof requestOptions>;

const role = z.enum(["owner", "member", "visitor"]);

const devicesSchema = z.object({
  passkeys: z.array(
    z.object({
      passkeyId: z.uuid(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
      isSynced: z
        .boolean()
        .meta({ description: "In a keychain on several devices; otherwise bound to one." }),
      refusedAt: z.iso
        .datetime()
        .nullable()
        .meta({ description: "Latest use refused because the passkey may have been copied." }),
    }),
  ),
  sessions: z.array(
    z.object({
      sessionId: z.uuid(),
      browser: z.string().meta({ description: "Such as Firefox on Linux; empty if unknown." }),
      address: z.string().meta({ description: "IP address of the latest use; empty if unknown." }),
      signedInAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      isCurrent: z.boolean(),
    }),
  ),
  accounts: z
    .array(z.object({ userDetails: z.string(), linkedAt: z.iso.datetime() }))
    .meta({ description: "Accounts at the provider with which you can sign in." }),
  canAddPasskey: z.boolean(),
  canLinkAccount: z.boolean(),
  isVerified: z
    .boolean()
    .meta({ description: "Whether you proved who you are within five minutes, as some calls require." }),
});

/** The person's passkeys, sessions, and accounts at the provider. */
export type Devices = z.infer<typeof devicesSchema>;

const invitationSchema = z.object({
  invitationId: z.uuid(),
  name: z.string(),
  role,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

export type OpenInvitation = z.infer<typeof invitationSchema>;

const knownUser = z.object({
  userId: publicUserId,
  userDetails: z.string(),
  identityProvider: z.string(),
  firstSignIn: z.iso.datetime(),
  lastSignIn: z.iso.datetime(),
  role: role.meta({ description: "From the owner's invitation; ALLOWED_USERS may make a visitor a member." }),
  isYou: z.boolean(),
});

export type KnownUser = z.infer<typeof knownUser>;

export const authContract = {
  getMe: defineGet("/.auth/me", "public", {
    summary: "Returns the signed-in person; null for an anonymous visitor.",
    output: z.object({ clientPrincipal: clientPrincipal.nullable() }),
    bare: true,
  }),
  getUsers: defineGet("/api/GetUsers", "member", {
    summary: "Lists people who have signed in, latest first.",
    output: z.array(knownUser),
  }),
  endOtherSessions: definePost("/api/EndOtherSessions", "user", {
    summary: "Signs you out of all other browsers.",
    changes: ["sessions"],
    output: z.object({ ended: z.int().nonnegative() }),
  }),
  getDevices: defineGet("/api/GetDevices", "own", {
    summary: "Lists your passkeys, the browsers where you're signed in, and your linked accounts.",
    output: devicesSchema,
  }),
  endSession: definePost("/api/EndSession", "own", {
    summary: "Signs you out of one browser.",
    changes: ["sessions"],
    input: z.object({ sessionId: z.uuid() }),
  }),
  renamePasskey: definePost("/api/RenamePasskey", "own", {
    summary: "Renames one of your passkeys.",
    input: z.object({ passkeyId: z.uuid(), name: shownName }),
  }),
  removePasskey: definePost("/api/RemovePasskey", "own", {
    summary:
      "Removes one of your passkeys and signs out the other browsers that used it. The last one stays unless you can sign in with an account.",
    needsVerification: true,
    changes: ["sessions"],
    input: z.object({ passkeyId: z.uuid() }),
  }),
  linkAccount: definePost("/api/LinkAccount", "own", {
    summary: "Starts linking an account at the provider to you; answers with the address to open.",
    needsVerification: true,
    limit: "sign-in",
    output: z.object({ url: z.url() }),
  }),
  getInvitations: defineGet("/api/GetInvitations", "owner", {
    summary: "Lists the owner's open invitations, newest first.",
    output: z.array(invitationSchema),
  }),
  invitePerson: definePost("/api/InvitePerson", "owner", {
    summary: "Makes a link with which one person can make a passkey, once, within a week.",
    input: z.object({ name: shownName, role: z.enum(["member", "visitor"]) }),
    output: invitationSchema.extend({
      link: z.url().meta({ description: "Isn't stored and can't be shown again." }),
    }),
  }),
  withdrawInvitation: definePost("/api/WithdrawInvitation", "owner", {
    summary: "Withdraws an open invitation.",
    input: z.object({ invitationId: z.uuid() }),
  }),
  openInvitation: definePost("/api/OpenInvitation", "public", {
    summary: "Tells what an invitation is for, without using it.",
    limit: "sign-in",
    input: z.object({ invitation: invitationToken }),
    output: z.object({
      name: z.string().nullable().meta({ description: "Who it's for; null if the person chooses a name." }),
      isForOwner: z.boolean(),
    }),
  }),
  passkeyRegisterOptions: definePost("/.auth/passkey/register/options", "public", {
    summary:
      "Starts making a passkey: with an invitation for a new person, otherwise for you, which requires recent verification.",
    limit: "sign-in",
    input: z.object({ invitation: invitationToken.optional(), name: shownName.optional() }),
    output: creationOptions,
    bare: true,
  }),
  passkeyRegister: definePost("/.auth/passkey/register/verify", "public", {
    summary: "Stores the new passkey; with an invitation, also uses it up and signs the person in.",
    limit: "sign-in",
    changes: ["sessions"],
    input: registrationAnswer,
    output: z.object({ clientPrincipal }),
    bare: true,
  }),
  passkeySignInOptions: definePost("/.auth/passkey/sign-in/options", "public", {
    summary: "Starts a sign-in with a passkey, or with `verify`, proof that the signed-in person is here.",
    limit: "sign-in",
    input: z.object({ verify: z.boolean().default(false) }),
    output: requestOptions,
    bare: true,
  }),
  passkeySignIn: definePost("/.auth/passkey/sign-in/verify", "public", {
    summary: "Finishes a sign-in or verification with a passkey.",
    limit: "sign-in",
    input: authenticationAnswer,
    output: z.object({ clientPrincipal }),
    bare: true,
  }),
};
