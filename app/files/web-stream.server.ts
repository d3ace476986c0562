import type { Readable } from "node:stream";

/**
 * Converts a Node stream for a Response: it is read on demand, and closed when the client stops reading. Node's
 * `Readable.toWeb` reads ahead, and cancelling it at the wrong moment ends the whole process.
 */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // The error is ignored here, because the code that reads the stream receives it too.
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
