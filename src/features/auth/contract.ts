import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";

const publicUserId = z.string().regex(/^[0-9a-f]{32}$/);

const clientPrincipal = z.object({
  identityProvider: z.string(),
  userId: publicUserId,
  userDetails: z.string(),
  userRoles: z.array(z.enum(["anonymous", "authenticated", "member"])),
});

const knownUser = z.object({
  userId: publicUserId,
  userDetails: z.string(),
  identityProvider: z.string(),
  firstSignIn: z.iso.datetime(),
  lastSignIn: z.iso.datetime(),
  isYou: z.boolean(),
});

export type KnownUser = z.infer<typeof knownUser>;

export const authContract = {
  getMe: defineEndpoint({
    method: "GET",
    path: "/.auth/me",
    summary: "Returns the signed-in person; null for an anonymous visitor.",
    auth: "public",
    input: z.object({}),
    output: z.object({ clientPrincipal: clientPrincipal.nullable() }),
    bare: true,
  }),
  getUsers: defineEndpoint({
    method: "GET",
    path: "/api/GetUsers",
    summary: "Lists people who have signed in, latest first.",
    auth: "member",
    input: z.object({}),
    output: z.array(knownUser),
  }),
  endOtherSessions: defineEndpoint({
    method: "POST",
    path: "/api/EndOtherSessions",
    summary: "Signs you out of all other browsers.",
    auth: "member",
    changes: ["sessions"],
    input: z.object({}),
    output: z.object({ ended: z.int().nonnegative() }),
  }),
};
