import { pino, type Logger } from "pino";
import { env } from "./env.ts";
import { withoutData } from "./error-facts.ts";

export type Log = Logger;

let opened: Log | null = null;

/** The process's log: one JSON line an event, to standard output. Never names, marks, bodies or query strings. */
export function log(): Log {
  opened ??= pino({
    level: env().LOG_LEVEL,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutData },
  });
  return opened;
}

/** For `uncaughtException`, which ends the process. Node would print the error whole, with a child's marks in it. */
export function logAndEnd(error: unknown): never {
  log().fatal({ err: error }, "nobody caught this");
  process.exit(1);
}
