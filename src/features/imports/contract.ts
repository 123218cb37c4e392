import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { importStates } from "#shared/import-states.ts";
import { bodyIdSchema, idSchema, partSchema } from "#shared/finance-shapes.ts";

/** Largest file, in bytes (docs/reference/http-api.md, "Envelope"). */
const maxFileBytes = 10_000_000;

const formatSchema = z.enum(["ofx", "qif", "csv", "camt", "mt940"]);

const stateSchema = z.enum(importStates).meta({
  description:
    "What becomes of the row; `maybe` is added like `new`, `deleted` and `refused` aren't imported.",
});

const countsSchema = z.object({
  new: z.int(),
  known: z.int(),
  joined: z.int(),
  changed: z.int(),
  maybe: z.int(),
  deleted: z.int(),
  refused: z.int(),
});

const answersSchema = z
  .string()
  .max(20_000, "Send fewer answers.")
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "Send the answers as JSON." });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().max(200), z.string().max(5000), "Send answers by question."))
  .optional()
  .meta({ description: "Answers to questions of an earlier preview, as a JSON object by `id`." });

const questionSchema = z.object({
  id: z.string(),
  text: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  answer: z.string().nullable().meta({
    description: "Answer that counted, of this preview or of an earlier import; null while it's open.",
  }),
});

const balanceSchema = z.object({ amount: z.number(), date: z.string().nullable() });

const previewRow = z.object({
  row: z
    .int()
    .nullable()
    .meta({ description: "Position among the account's rows; null for a line that can't be read." }),
  line: z.int(),
  date: z.string().nullable(),
  amount: z.number().nullable(),
  isoCurrencyCode: z.string().nullable(),
  name: z.string(),
  state: stateSchema,
  why: z.string(),
  transactionId: z
    .int()
    .optional()
    .meta({ description: "The transaction that it is, joins, changes, or may be." }),
  parts: z
    .array(
      partSchema
        .pick({ amount: true, note: true, leftOut: true, isRest: true })
        .extend({ categoryName: z.string().nullable().meta({ description: "As the file names it." }) }),
    )
    .optional()
    .meta({ description: "Parts that it gets from the file." }),
});

const previewAccount = z.object({
  index: z.int(),
  hint: z.object({
    name: z.string().nullable(),
    mask: z.string().nullable(),
    isoCurrencyCode: z.string().nullable(),
    type: z.enum(["checking", "savings", "card", "cash", "loan"]).nullable(),
  }),
  accountId: z.int().nullable().meta({ description: "Null until the person chooses one." }),
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  balances: z.object({
    opening: balanceSchema.optional(),
    closing: balanceSchema.optional(),
    addUp: z.boolean().nullable().meta({ description: "Null if the file has no balances to compare." }),
    offBy: z.number().nullable(),
  }),
  counts: countsSchema,
  sums: z.array(
    z.object({ state: stateSchema, isoCurrencyCode: z.string(), in: z.number(), out: z.number() }),
  ),
  note: z.string().nullable().meta({ description: "Comparison with what a linked bank has delivered." }),
  warning: z.string().nullable(),
  rows: z.array(previewRow),
});

const previewSchema = z.object({
  importId: z.int(),
  format: formatSchema,
  charset: z.string().meta({ description: "As the Encoding standard names it, such as `windows-1252`." }),
  warnings: z.array(z.string()),
  importedAt: z.string().nullable().meta({ description: "When the very same file was imported before." }),
  questions: z.array(questionSchema),
  table: z
    .object({
      columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
      roles: z.array(z.string().nullable()),
    })
    .nullable()
    .meta({
      description:
        "Columns of a CSV file and what they mean. Other roles are chosen with the answer `columns`: one role for each column, separated by commas.",
    }),
  accounts: z.array(previewAccount),
});

export type ImportPreview = z.infer<typeof previewSchema>;
export type ImportPreviewAccount = z.infer<typeof previewAccount>;

const importSchema = z.object({
  importId: z.int(),
  fileName: z.string(),
  format: formatSchema,
  at: z.string(),
  undoneAt: z.string().optional(),
  counts: countsSchema,
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  accountIds: z.array(z.int()).meta({ description: "Accounts it wrote to, without deleted ones." }),
  touched: z
    .int()
    .meta({ description: "Transactions with the person's edits that an undo would take away." }),
});

export type ImportView = z.infer<typeof importSchema>;

export const importsContract = {
  previewImport: definePost("/api/PreviewImport", "finance", {
    summary:
      "Reads a bank statement (OFX, QFX, QIF, CSV, CAMT.052 or .053, MT940, or a ZIP of one of these) and returns what an import would do, row by row. Writes nothing to the ledger. A preview is kept for an hour. 503 with Retry-After while too many files are being read.",
    body: "multipart",
    input: z.object({
      file: z
        .file("Choose a file.")
        .min(1, "The file is empty.")
        .max(maxFileBytes, "The file is larger than 10 MB."),
      accountId: idSchema.optional().meta({ description: "The account of a file that holds one." }),
      answers: answersSchema,
    }),
    output: previewSchema,
    isLong: true,
  }),
  commitImport: definePost("/api/CommitImport", "finance", {
    summary:
      "Imports a previewed file, exactly as the preview said. Accounts that aren't listed are left out. Lines that can't be read must be in `leaveOut`. 409 with a new preview in `data` if the ledger has changed since, or for another account. A second commit returns the same.",
    changes: ["transactions", "budgets", "categories", "income", "institutions"],
    input: z.object({
      importId: bodyIdSchema,
      accounts: z
        .array(
          z.object({
            index: z.int().nonnegative(),
            accountId: idSchema,
            leaveOut: z.array(z.int()).max(50_000).optional().meta({
              description: "Lines: of what can't be read if there's such on a line, otherwise of its rows.",
            }),
            choices: z
              .array(
                z.object({
                  row: z.int().nonnegative(),
                  choice: z.enum(["leaveOut", "add", "join"], "Choose what to do with the row."),
                }),
              )
              .max(50_000)
              .optional()
              .meta({
                description:
                  "`leaveOut` skips a row, `add` makes it a transaction of its own, `join` joins the one it may be.",
              }),
          }),
        )
        .min(1, "Choose at least one account.")
        .max(200)
        .refine(
          (accounts) => new Set(accounts.map(({ index }) => index)).size === accounts.length,
          "List each account once.",
        )
        .refine(
          (accounts) => new Set(accounts.map(({ accountId }) => accountId)).size === accounts.length,
          "Choose a different account for each.",
        ),
    }),
    output: z.object({ importId: z.int(), added: z.int(), joined: z.int(), changed: z.int() }),
  }),
  undoImport: definePost("/api/UndoImport", "finance", {
    summary:
      "Undoes an import. Transactions that only its file has are deleted, others are as before. With `keepTouched`, those with the person's edits stay as typed ones. Idempotent.",
    changes: ["transactions", "budgets", "categories", "income", "institutions"],
    input: z.object({ importId: bodyIdSchema, keepTouched: z.boolean("Use true or false.") }),
    output: z.object({ removed: z.int(), restored: z.int(), kept: z.int() }),
  }),
  getImports: defineGet("/api/GetImports", "finance", {
    summary: "Lists imports, newest first.",
    output: z.array(importSchema),
  }),
};
