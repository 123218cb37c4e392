import type { Picture, PictureFailure } from "../../domain/picture-list.ts";

type Sent = { imageId: number; uri: string; width: number; height: number };

type UploadQueueOptions = {
  /** Uploads one file; throws if it is rejected. */
  upload: (
    file: File,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<Sent>;
  onState: (key: string, state: Picture["state"]) => void;
  explain: (error: unknown) => PictureFailure;
  maxConcurrent: number;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Uploads files a few at a time, in the given order. A failed file doesn't affect the others and can be retried. */
export function createUploadQueue({ upload, onState, explain, maxConcurrent }: UploadQueueOptions) {
  const files = new Map<string, { file: File; abort: AbortController }>();
  const waiting: string[] = [];
  let sendingCount = 0;

  function sendNext() {
    while (sendingCount < maxConcurrent) {
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
    /** Cancels a file, whether it is waiting, uploading, or failed. */
    drop: (key: string) => {
      files.get(key)?.abort.abort();
      files.delete(key);
    },
    /** Cancels all files. */
    stop: () => {
      for (const { abort } of files.values()) abort.abort();
      files.clear();
    },
  };
}
