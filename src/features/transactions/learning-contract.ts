import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";

const learningSchema = z.object({ isOn: z.boolean("Use true or false.") });

export const learningCalls = {
  getLearning: defineEndpoint({
    method: "GET",
    path: "/api/GetLearning",
    summary: "Returns whether categories are guessed from what the person chose by hand.",
    auth: "finance",
    input: z.object({}),
    output: learningSchema,
  }),
  setLearning: defineEndpoint({
    method: "POST",
    path: "/api/SetLearning",
    summary:
      "Switches on or off that categories are guessed from what the person chose by hand, and sorts the transactions that this is about, many of them directly afterwards. What was chosen by hand stays.",
    auth: "finance",
    changes: ["transactions"],
    input: learningSchema,
    output: learningSchema,
  }),
};
