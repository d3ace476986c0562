import pg from "pg";
import { hasErrorCode } from "#runtime/errors.ts";

const UNWRITABLE = ["EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT"];

const IF_DAMAGED =
  "If the database is damaged, restore the latest backup into another folder and start from there:\n" +
  "  DATA_DIR=./restored npm run restore -- /path/to/backup.zip\n" +
  "  DATA_DIR=./restored npm start";

/** Explains why the embedded database did not start. @throws Error with the explanation, or else `error` itself */
export function rethrowStartFailure(error: unknown, dataDir: string): never {
  if (!(error instanceof Error)) throw error;
  const { message } = error;
  if (UNWRITABLE.some((code) => hasErrorCode(error, code))) {
    const words = `Termbook cannot write into DATA_DIR, ${dataDir} (${message}). Make the folder writable and check that its disk has free space, then start again.`;
    throw new Error(words, { cause: error });
  }
  if (error instanceof pg.DatabaseError || message.startsWith("PostgreSQL ")) {
    throw new Error(`${message}\n${IF_DAMAGED}`, { cause: error });
  }
  throw error;
}
