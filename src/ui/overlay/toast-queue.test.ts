import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createToastQueue } from "./toast-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function messages(queue: ReturnType<typeof createToastQueue>) {
  return queue.list().map((toast) => toast.message);
}

test("removes a toast after its time", () => {
  const queue = createToastQueue();
  queue.add({ message: "Saved", timeoutMs: 1000 });
  vi.advanceTimersByTime(999);
  expect(messages(queue)).toEqual(["Saved"]);
  vi.advanceTimersByTime(1);
  expect(messages(queue)).toEqual([]);
});

test("keeps a toast with an action longer", () => {
  const queue = createToastQueue();
  queue.add({ message: "Deleted", action: { label: "Undo", onAction: () => undefined } });
  queue.add({ message: "Saved" });
  vi.advanceTimersByTime(8000);
  expect(messages(queue)).toEqual(["Deleted"]);
});

test("keeps a toast with a time of 0 until it is closed", () => {
  const queue = createToastQueue();
  const key = queue.add({ message: "Offline", timeoutMs: 0 });
  vi.advanceTimersByTime(3_600_000);
  expect(messages(queue)).toEqual(["Offline"]);
  queue.close(key);
  expect(messages(queue)).toEqual([]);
});

test("pauses the remaining time, even for a toast added during the pause", () => {
  const queue = createToastQueue();
  queue.add({ message: "first", timeoutMs: 1000 });
  vi.advanceTimersByTime(600);
  queue.pause();
  queue.pause();
  queue.add({ message: "second", timeoutMs: 1000 });
  vi.advanceTimersByTime(60_000);
  expect(messages(queue)).toEqual(["first", "second"]);
  queue.resume();
  queue.resume();
  vi.advanceTimersByTime(399);
  expect(messages(queue)).toEqual(["first", "second"]);
  vi.advanceTimersByTime(1);
  expect(messages(queue)).toEqual(["second"]);
  vi.advanceTimersByTime(600);
  expect(messages(queue)).toEqual([]);
});

test("ends the pause when the last toast under the pointer is closed", () => {
  const queue = createToastQueue();
  const key = queue.add({ message: "first" });
  queue.pause();
  queue.close(key);
  queue.add({ message: "second", timeoutMs: 500 });
  vi.advanceTimersByTime(500);
  expect(messages(queue)).toEqual([]);
});

test("shows at most four toasts and drops the oldest", () => {
  const queue = createToastQueue();
  for (const message of ["1", "2", "3", "4", "5", "6"]) queue.add({ message });
  expect(messages(queue)).toEqual(["3", "4", "5", "6"]);
});

test("notifies listeners of changes, and keeps the same array in between", () => {
  const queue = createToastQueue();
  const heard = vi.fn<() => void>();
  const stopListening = queue.subscribe(heard);
  const before = queue.list();
  expect(queue.list()).toBe(before);
  const key = queue.add({ message: "Saved" });
  queue.close(key);
  queue.close(key);
  expect(heard).toHaveBeenCalledTimes(2);
  stopListening();
  queue.add({ message: "Saved" });
  expect(heard).toHaveBeenCalledTimes(2);
});

test("shows a message once when two places report the same thing", () => {
  const queue = createToastQueue();
  queue.add({ message: "Bank unlinked" });
  vi.advanceTimersByTime(5000);
  queue.add({ message: "Bank unlinked" });
  expect(messages(queue)).toEqual(["Bank unlinked"]);
  vi.advanceTimersByTime(5000);
  expect(messages(queue), "its time starts again").toEqual(["Bank unlinked"]);
});

test("keeps equal messages whose actions differ", () => {
  const queue = createToastQueue();
  for (let times = 0; times < 2; times += 1) {
    queue.add({ message: "Deleted", action: { label: "Undo", onAction: () => undefined } });
  }
  expect(messages(queue)).toEqual(["Deleted", "Deleted"]);
});
