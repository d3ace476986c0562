import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { connectionSettings, runQuery, type Transaction } from "../../index.ts";

const CHANNEL = "termbook_jobs";
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
/** A connection that only listens may be silent for hours, so it is tested at this interval. */
const PROBE_EVERY_MS = 30_000;

export function notifyWorkers(name: string, t: Transaction): Promise<void> {
  return runQuery("select pg_notify($channel, $name)", { channel: CHANNEL, name }, t);
}

export type JobListener = { close: () => Promise<void> };

type Callbacks = {
  onJob: (name: string) => void;
  /** Called after each connection or reconnection, because notifications sent before that are lost. */
  onListening: () => void;
  onLost: (error: unknown) => void;
};

/** Listens for new jobs on a separate connection until it is closed. Reconnects if the connection breaks. */
export function listenForJobs(callbacks: Callbacks): JobListener {
  const closing = new AbortController();
  const listening = keepListening(callbacks, closing.signal);
  return {
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}

async function keepListening(callbacks: Callbacks, closing: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS;
  const onListening = () => {
    wait = FIRST_WAIT_MS;
    callbacks.onListening();
  };
  while (!closing.aborted) {
    try {
      await listenOnce({ ...callbacks, onListening }, closing);
    } catch (error) {
      callbacks.onLost(error);
      await sleep(wait, null, { signal: closing }).catch(() => {});
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }
}

/** Listens on one connection until closed. Rejects if the connection cannot be made or breaks. */
async function listenOnce({ onJob, onListening }: Callbacks, closing: AbortSignal): Promise<void> {
  const client = new pg.Client(connectionSettings("termbook listener"));
  const over = new Promise<void>((resolve, reject) => {
    client.on("error", reject);
    client.on("end", () => (closing.aborted ? resolve() : reject(new Error("The connection was closed."))));
  });
  const hangUp = () => void client.end().catch(() => {});
  const probing = setInterval(() => void client.query("select 1").catch(() => hangUp()), PROBE_EVERY_MS);
  client.on("notification", ({ payload }) => onJob(payload ?? ""));
  closing.addEventListener("abort", hangUp);
  try {
    await Promise.race([over, client.connect().then(() => client.query(`listen ${CHANNEL}`))]);
    if (!closing.aborted) onListening();
    await over;
  } finally {
    clearInterval(probing);
    closing.removeEventListener("abort", hangUp);
    hangUp();
  }
}
