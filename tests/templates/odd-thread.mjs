import { parentPort } from "node:worker_threads";

/** A thread that does what it is told, for testing the pool. */
parentPort?.on("message", ({ act, text = "" }) => {
  if (act === "die") process.exit(3);
  if (act === "throw") throw new Error("out of paper");
  if (act === "fill") fill();
  if (act === "hang") for (;;);
  if (act === "refuse") parentPort?.postMessage({ failed: `cannot print ${text}` });
  if (act === "print")
    parentPort?.postMessage({ file: { bytes: new TextEncoder().encode(text), missing: [] } });
});

function fill() {
  const kept = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length));
}
