import { ApiError } from "#shared/envelope.ts";
import { isNotFound } from "./api-failure.ts";

/** Waits for a removal; fine if what it removes is already gone, such as from another tab. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiError && isNotFound(error))) throw error;
  }
}
