import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";

/** `GET`, a file and no call: everything that is the person's as one ZIP, for whoever may call GetPersonalData. */
export const personalDataExport = { path: "/api/ExportPersonalData", input: z.object({}) } as const;

const deletionSchema = z.object({
  reference: z
    .uuid()
    .meta({ description: "Names the deletion; its standing can be asked without a session." }),
  state: z.enum(["under-way", "done"]),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  banksLeft: z
    .int()
    .nonnegative()
    .meta({ description: "Links that the bank has not confirmed to be ended; they are tried again." }),
  linksNotEnded: z
    .int()
    .nonnegative()
    .meta({ description: "Links that nobody could end from here, since their token could not be read." }),
});

/** Where a deletion stands. */
export type Deletion = z.infer<typeof deletionSchema>;

const heldSchema = z.object({
  /** Of the catalogue: the name of its files in the download. */
  name: z.string(),
  /** In words that fit the number: "transactions", "bank". */
  words: z.string(),
  count: z.int().positive(),
});

const personalDataSchema = z.object({
  confirmWith: z.string().meta({ description: "What DeletePersonalData wants to be given." }),
  held: z.array(heldSchema).meta({ description: "What there is of the person, the largest first." }),
  banks: z.array(z.string()).meta({ description: "Names of institutions that are still linked." }),
  hasGitHubLink: z.boolean(),
  lastDownloadAt: z.iso.datetime().nullable(),
  deletion: deletionSchema
    .nullable()
    .meta({ description: "One that the same person asked for earlier and that is under way." }),
});

/** What the site holds of the person who asks. */
export type PersonalData = z.infer<typeof personalDataSchema>;

export const personalDataContract = {
  getPersonalData: defineEndpoint({
    method: "GET",
    path: "/api/GetPersonalData",
    summary: "What the site holds of the person, as numbers",
    auth: "own",
    input: z.object({}),
    output: personalDataSchema,
  }),
  deletePersonalData: defineEndpoint({
    method: "POST",
    path: "/api/DeletePersonalData",
    summary:
      "Deletes everything that is the person's, links at their banks first, and signs them out everywhere",
    auth: "own",
    changes: ["sessions"],
    input: z.object({
      confirmation: z
        .string()
        .max(500)
        .meta({ description: "`confirmWith` of GetPersonalData, as the person has typed it." }),
    }),
    output: deletionSchema,
  }),
  getPersonalDataDeletion: defineEndpoint({
    method: "GET",
    path: "/api/GetPersonalDataDeletion",
    summary: "Where a deletion stands, for whoever has its reference; by then nobody is signed in",
    auth: "public",
    input: z.object({ reference: z.uuid() }),
    output: deletionSchema,
  }),
};
