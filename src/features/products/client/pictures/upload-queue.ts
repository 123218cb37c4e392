import type { Picture } from "../../domain/picture-list.ts";

type Sent = { imageId: number; uri: string; width: number; height: number };

type UploadQueueOptions = {
  /** Sends one file; throws why it was not taken. */
  upload: (
    file: File,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<Sent>;
  onState: (key: string, state: Picture["state"]) => void;
  /** What is told of a failure, and whether another try may go better. */
  explain: (error: unknown) => { message: string; canRetry: boolean };
  mostAtOnce: number;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Sends files a few at a time, in the order given; one that fails leaves the others alone and is kept for a retry. */
export function createUploadQueue({ upload, onState, explain, mostAtOnce }: UploadQueueOptions) {
  const files = new Map<string, { file: File; abort: AbortController }>();
  const waiting: string[] = [];
  let sendingCount = 0;

  function sendNext() {
    while (sendingCount < mostAtOnce) {
      const key = waiting.shift();
      if (key === undefined) return;
      void send(key);
    }
  }

  async function send(key: string) {
    const entry = files.get(key);
    if (entry === undefined) return;
    const { file, abort } = entry;
    const fileName = file.name;
    sendingCount += 1;
    onState(key, { kind: "sending", fileName, share: 0 });
    try {
      const sent = await upload(file, {
        signal: abort.signal,
        onProgress: (share) => onState(key, { kind: "sending", fileName, share }),
      });
      files.delete(key);
      if (!abort.signal.aborted) onState(key, { kind: "kept", ...sent });
    } catch (error) {
      if (!abort.signal.aborted) onState(key, { kind: "failed", fileName, ...explain(error) });
    } finally {
      sendingCount -= 1;
      sendNext();
    }
  }

  function enqueue(key: string, file: File) {
    files.set(key, { file, abort: new AbortController() });
    waiting.push(key);
    onState(key, { kind: "waiting", fileName: file.name });
    sendNext();
  }

  return {
    add: enqueue,
    retry: (key: string) => {
      const entry = files.get(key);
      if (entry !== undefined) enqueue(key, entry.file);
    },
    /** Takes a file back, whether it waits, is on its way, or has failed. */
    drop: (key: string) => {
      files.get(key)?.abort.abort();
      files.delete(key);
    },
    /** Takes all back. */
    stop: () => {
      for (const { abort } of files.values()) abort.abort();
      files.clear();
    },
  };
}
