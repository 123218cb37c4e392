import { workInThread } from "#server/threads/thread.ts";
import { readWork } from "./read-work.ts";

workInThread(readWork);
