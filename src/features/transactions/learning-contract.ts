import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";

const learningSchema = z.object({ isOn: z.boolean("Use true or false.") });

export const learningCalls = {
  getLearning: defineGet("/api/GetLearning", {
    summary: "Returns whether categories are guessed from what the person chose by hand.",
    auth: "finance",
    output: learningSchema,
  }),
  setLearning: definePost("/api/SetLearning", {
    summary:
      "Switches on or off that categories are guessed from what the person chose by hand, and sorts the transactions that this is about, many of them directly afterwards. What was chosen by hand stays.",
    auth: "finance",
    changes: ["transactions"],
    input: learningSchema,
    output: learningSchema,
  }),
};
