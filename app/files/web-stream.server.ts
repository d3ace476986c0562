import type { Readable } from "node:stream";

/**
 * A file or what is made while it is sent, as a Response takes it: read as it is asked for, and closed when nobody asks
 * for more. Node's own `Readable.toWeb` reads ahead, and one that is cancelled meanwhile ends the whole process.
 */
export function webStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // Thrown to who reads on.
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
