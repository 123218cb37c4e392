import { describeLanguage, generateCode } from "./generate.ts";
import type { WorkerAnswer, WorkerQuestion } from "./code-generator.ts";

/** The worker: answers one question at a time, by id. */

function answer(message: WorkerAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  postMessage(message);
}

async function handle(question: WorkerQuestion): Promise<void> {
  if (question.type === "describe") {
    answer({ type: "described", id: question.id, options: describeLanguage(question.language) });
  } else {
    answer({ type: "generated", id: question.id, outcome: await generateCode(question.request) });
  }
}

addEventListener("message", (event: MessageEvent<WorkerQuestion>) => void handle(event.data));
