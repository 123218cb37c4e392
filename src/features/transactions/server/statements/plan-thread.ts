import { workInThread } from "#server/threads/thread.ts";
import { planWork } from "./plan-work.ts";

workInThread(planWork);
