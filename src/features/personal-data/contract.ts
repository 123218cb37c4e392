import { z } from "zod";
import { defineGet, definePost, fileSchema } from "#shared/endpoint.ts";

const deletionSchema = z.object({
  reference: z.uuid().meta({ description: "ID of the deletion; its status is available without a session." }),
  state: z.enum(["under-way", "done"]),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  banksLeft: z
    .int()
    .nonnegative()
    .meta({ description: "Bank links not yet confirmed as ended; retried automatically." }),
  linksNotEnded: z
    .int()
    .nonnegative()
    .meta({ description: "Bank links that can't be ended because their token can't be decrypted." }),
});

/** Status of a deletion. */
export type Deletion = z.infer<typeof deletionSchema>;

const heldSchema = z.object({
  /** Name of the files in the download. */
  name: z.string(),
  /** Noun that fits the count: "transactions", "bank". */
  words: z.string(),
  count: z.int().positive(),
});

const personalDataSchema = z.object({
  confirmWith: z.string().meta({ description: "Text to send to DeletePersonalData." }),
  held: z.array(heldSchema).meta({ description: "Stored data by kind, largest first." }),
  banks: z.array(z.string()).meta({ description: "Names of banks that are still linked." }),
  hasGitHubLink: z.boolean(),
  lastDownloadAt: z.iso.datetime().nullable(),
  deletion: deletionSchema
    .nullable()
    .meta({ description: "Earlier deletion by the same person that is still in progress." }),
});

/** Summary of the person's stored data. */
export type PersonalData = z.infer<typeof personalDataSchema>;

export const personalDataContract = {
  getPersonalData: defineGet("/api/GetPersonalData", "own", {
    summary: "Counts the data stored about you.",
    output: personalDataSchema,
  }),
  exportPersonalData: defineGet("/api/ExportPersonalData", "own", {
    summary: "Returns a ZIP file of all your data, at most ten times an hour.",
    output: fileSchema,
    fileTypes: ["application/zip"],
  }),
  deletePersonalData: definePost("/api/DeletePersonalData", "own", {
    summary: "Deletes all your data, after unlinking your banks, and signs you out everywhere.",
    needsVerification: true,
    changes: ["sessions"],
    input: z.object({
      confirmation: z
        .string()
        .max(500)
        .meta({ description: "`confirmWith` from GetPersonalData, as typed by the person." }),
    }),
    output: deletionSchema,
  }),
  removePerson: definePost("/api/RemovePerson", "owner", {
    summary: "Removes a person: ends their sessions and passkeys at once, then deletes all their data.",
    needsVerification: true,
    input: z.object({
      userId: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .meta({ description: "As in GetUsers. The owner can't be removed." }),
    }),
    output: deletionSchema,
  }),
  getPersonalDataDeletion: defineGet("/api/GetPersonalDataDeletion", "public", {
    summary: "Returns a deletion's status by its reference, without a session.",
    input: z.object({ reference: z.uuid("This address isn’t complete. Copy all of it.") }),
    output: deletionSchema,
  }),
};
