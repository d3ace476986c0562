import { writeSync } from "node:fs";
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

const STANDARD_ERROR = 2;
/** Lines that could not be written are kept for the next attempt, up to this size, because a disk may stay full. */
const MOST_KEPT_BYTES = 1_000_000;

/** Returns standard output. A line that a full disk rejects must not end the process; it is reported once. */
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
      // The report may fail as well, because standard error often goes to the same disk.
    }
  });
  return output;
}

/** Ends the process after an `uncaughtException`. Node would print the whole error, with a child's marks. */
export function logAndExit(error: unknown): never {
  log().fatal({ err: error }, "uncaught error");
  process.exit(1);
}
