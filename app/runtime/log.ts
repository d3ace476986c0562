import { writeSync } from "node:fs";
import { pino, type DestinationStream, type Logger } from "pino";
import { env } from "./env.ts";
import { withoutPersonalData } from "./error-facts.ts";
import { requestContext } from "./request-context.ts";

export type Log = Logger;

let opened: Log | null = null;

/**
 * The process's log: one JSON line an event, to standard output, with the request that it belongs to. Never names, marks,
 * bodies or query strings.
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

const STANDARD_ERROR = 2;
/** Lines that could not be written are kept for the next attempt, up to this size for a disk that stays full. */
const MOST_KEPT_BYTES = 1_000_000;

/** A line that cannot be written, as on a full disk, must not end the process: this is reported once, if possible. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MOST_KEPT_BYTES });
  let isSaid = false;
  output.on("error", (error: Error) => {
    if (isSaid) return;
    isSaid = true;
    try {
      writeSync(
        STANDARD_ERROR,
        `The log cannot be written: ${error.message}. Termbook continues without a log.\n`,
      );
    } catch {
      // Standard error often leads to the same disk.
    }
  });
  return output;
}

/** Handles `uncaughtException`, which ends the process. Node would print the whole error, with a child's marks. */
export function logAndEnd(error: unknown): never {
  log().fatal({ err: error }, "uncaught error");
  process.exit(1);
}
