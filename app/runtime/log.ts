import { writeSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { isMainThread } from "node:worker_threads";
import { pino, type DestinationStream, type Logger } from "pino";
import { env } from "./env.ts";
import { withoutPersonalData } from "./error-facts.ts";
import { requestContext } from "./request-context.ts";

export type Log = Logger;

let opened: Log | null = null;

/**
 * Returns this process's log, which writes one JSON line per event to standard output, with the request's id. Never log
 * names, marks, bodies or query strings.
 */
export function log(): Log {
  opened ??= pino(
    {
      level: env().LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutPersonalData },
      mixin: () => requestContext() ?? {},
    },
    standardOutput(),
  );
  return opened;
}

const STANDARD_OUTPUT = 1;
const STANDARD_ERROR = 2;
/**
 * Log lines are collected and written after the responses, so that few responses wait for the log. The web processes
 * share one pipe, which keeps a write in one piece only up to this size.
 */
const TOGETHER_BYTES = 4_096;
/** The longest time for which a line waits to be written. */
const TOGETHER_MS = 100;
/** Lines that could not be written are kept for the next attempt up to this size, because a disk may stay full. */
const MOST_KEPT_BYTES = 1_000_000;
const ATTEMPTS_AT_EXIT = 20;
const BETWEEN_ATTEMPTS_MS = 10;

/**
 * Returns standard output for pino, our log library, which calls `flushSync` after a fatal error. Pino's own
 * destination waits for ever when the disk is full. Threads end without notice, so they write each line at once.
 */
function standardOutput(): DestinationStream & { flushSync: () => void } {
  let kept = Buffer.alloc(0);
  let timer: NodeJS.Timeout | null = null;
  let isSaid = false;
  process.on("exit", flushSync);
  return { write, flushSync };

  function write(line: string) {
    const added = Buffer.from(line);
    if (kept.length + added.length > TOGETHER_BYTES) writeKept();
    if (kept.length < MOST_KEPT_BYTES) kept = Buffer.concat([kept, added]);
    if (!isMainThread) writeKept();
    else timer ??= setTimeout(writeKept, TOGETHER_MS).unref();
  }

  function writeKept() {
    if (timer) clearTimeout(timer);
    timer = null;
    try {
      while (kept.length > 0) kept = kept.subarray(writeSync(STANDARD_OUTPUT, kept, 0, wholeLines(kept)));
    } catch (error) {
      if (!isBusy(error)) reportOnce(error);
    }
  }

  /** Writes the remaining lines. Gives up after some attempts, because the log's reader may have ended. */
  function flushSync() {
    for (let attempt = 0; kept.length > 0 && attempt < ATTEMPTS_AT_EXIT; attempt += 1) {
      if (attempt > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_ATTEMPTS_MS);
      writeKept();
    }
  }

  /** Reports a failed write once. A line that cannot be written must not end the process. */
  function reportOnce(error: unknown) {
    if (isSaid) return;
    isSaid = true;
    const { message } = error as Error;
    try {
      writeSync(STANDARD_ERROR, `The log cannot be written: ${message}. Termbook continues without a log.\n`);
    } catch {
      // The report may fail too, because standard error often goes to the same disk.
    }
  }
}

/**
 * Returns the length of the complete lines that a pipe keeps in one piece, or the length of the first line if that is
 * longer.
 */
function wholeLines(kept: Buffer): number {
  if (kept.length <= TOGETHER_BYTES) return kept.length;
  const end = kept.lastIndexOf("\n", TOGETHER_BYTES - 1);
  return (end < 0 ? kept.indexOf("\n") : end) + 1;
}

/** Tells whether a pipe is full because its reader is slow. */
function isBusy(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EAGAIN";
}

/**
 * Logs an uncaught exception and ends the process. Node itself would print the whole error, which may contain a child's
 * marks.
 */
export function logAndExit(error: unknown): never {
  log().fatal({ err: error }, "uncaught error");
  process.exit(1);
}

type Space = { bavail: number; bsize: number };

const MB = 1_000_000;
/** This is enough space for a few thousand pictures, or for a day of a busy database. */
const LEAST_BYTES = 500 * MB;
const LOOK_EVERY_MS = 10 * 60_000;

/** Logs a warning as long as the disk is nearly full, early enough for somebody to act. */
export function watchDiskSpace(directory: string): void {
  async function look(): Promise<void> {
    const warning = await statfs(directory).then(
      (space) => diskWarning(directory, space),
      () => null,
    );
    if (warning) log().warn(warning);
  }
  void look();
  setInterval(() => void look(), LOOK_EVERY_MS).unref();
}

function diskWarning(directory: string, { bavail, bsize }: Space): string | null {
  const left = bavail * bsize;
  if (left >= LEAST_BYTES) return null;
  return `The disk of DATA_DIR (${directory}) is nearly full: ${Math.floor(left / MB)} MB are left. Free some space, or pictures and documents can soon no longer be stored.`;
}
