import type { Readable } from "node:stream";

/**
 * Converts a stream for a Response: it is read on demand, and closed when nobody reads on. Node's own
 * `Readable.toWeb` reads ahead, and cancelling it meanwhile ends the whole process.
 */
export function webStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // The reader gets the error too.
  source.on("error", () => {});
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}
