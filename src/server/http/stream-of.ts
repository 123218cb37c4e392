/** Creates a stream that produces the next chunk only when its reader has taken the last one. */
export function streamOf<Chunk>(
  chunks: Generator<Chunk, void> | AsyncGenerator<Chunk, void>,
): ReadableStream<Chunk> {
  return new ReadableStream<Chunk>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 1 },
  );
}
