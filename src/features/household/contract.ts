import { z } from "zod";
import { rowKinds } from "#shared/row-kinds.ts";
import { defineGet, definePost } from "#shared/endpoint.ts";

/*
 * A household: members whom an owner lets see or change their money (docs/reference/product.md, "Household").
 */

const access = z.enum(["read", "write"]);

const membershipSchema = z.object({
  membershipId: z.uuid(),
  /** Name of the other person: the member in `shared`, the owner in `seen`. */
  name: z.string(),
  access,
  invitedAt: z.iso.datetime(),
  acceptedAt: z.iso.datetime().nullable().meta({ description: "Null for an open invitation." }),
});

export type Membership = z.infer<typeof membershipSchema>;

const changeSchema = z.object({
  changeId: z.int(),
  at: z.iso.datetime(),
  name: z
    .string()
    .meta({ description: "Who made it; the name stays when that person's account is deleted." }),
  isByYou: z.boolean(),
  call: z.string().meta({ description: "Path of the call, such as `/api/SaveBudget`." }),
  things: z
    .object({
      accountId: z.int().optional(),
      budgetId: z.int().optional(),
      incomeSourceId: z.int().optional(),
      institutionAccessItemId: z.int().optional(),
      transactionCount: z.int().optional(),
      kind: z.enum(rowKinds).optional(),
      excluded: z.boolean().optional(),
    })
    .meta({
      description:
        "What the call named: ids, the number of transactions if several, and what all of them became.",
    }),
});

export type HouseholdChange = z.infer<typeof changeSchema>;

const membershipId = z.object({ membershipId: z.uuid() });

export const householdContract = {
  getHousehold: defineGet("/api/GetHousehold", "finance", {
    summary:
      "Returns who shares your money and whose you may see, with open invitations, oldest first, and the members whom you can invite.",
    sharing: "apart",
    output: z.object({
      shared: z.array(membershipSchema),
      seen: z.array(membershipSchema),
      people: z.array(z.object({ userId: z.string(), name: z.string() })),
    }),
  }),
  getShownMoney: defineGet("/api/GetShownMoney", "finance", {
    summary: "Returns whose money this browser shows instead of yours; null for your own.",
    sharing: "apart",
    output: membershipSchema.pick({ membershipId: true, name: true, access: true }).nullable(),
  }),
  getHouseholdChanges: defineGet("/api/GetHouseholdChanges", "finance", {
    summary:
      "Lists who changed what in shared money, newest first, at most 100 from `before` on (a `changeId`). Kept for 400 days.",
    input: z.object({ before: z.coerce.number().int().positive().max(2_147_483_647).optional() }),
    output: z.array(changeSchema),
  }),
  inviteToHousehold: definePost("/api/InviteToHousehold", "finance", {
    summary:
      "Invites a member of the site to see your money (`read`) or to change it, too (`write`). 404 for an unknown person or someone who isn't a member, 409 `userId` for someone you've already invited or a household of ten.",
    sharing: "apart",
    changes: ["household"],
    input: z.object({ userId: z.string().regex(/^[0-9a-f]{32}$/), access }),
    output: membershipSchema,
  }),
  answerInvitation: definePost("/api/AnswerHouseholdInvitation", "finance", {
    summary: "Accepts or declines an invitation to someone's money. 404 if it was withdrawn or answered.",
    sharing: "apart",
    changes: ["household"],
    input: membershipId.extend({ accept: z.boolean() }),
  }),
  setHouseholdAccess: definePost("/api/SetHouseholdAccess", "finance", {
    summary: "Sets whether a member of your household may change your money, at once. Idempotent.",
    sharing: "apart",
    changes: ["household"],
    input: membershipId.extend({ access }),
  }),
  endMembership: definePost("/api/EndHouseholdMembership", "finance", {
    summary:
      "Removes a member from your household, or withdraws the invitation; or leaves someone else's. Nothing of the owner's remains visible to the member, at once. 404 if it has already ended.",
    sharing: "apart",
    changes: ["household"],
    input: membershipId,
  }),
  showMoney: definePost("/api/ShowMoney", "finance", {
    summary:
      "Lets this browser show the money of a membership, or with null your own, by the cookie `folio-money`. All finance calls are then about that money.",
    sharing: "apart",
    input: z.object({ membershipId: z.uuid().nullable() }),
  }),
};
