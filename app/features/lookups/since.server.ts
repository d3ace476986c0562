import { noTransaction } from "#db/index.ts";
import {
  listChangedStudents,
  currentSnapshot,
  type Moment,
  type ChangedPart,
} from "#db/queries/people/students-changed.ts";

export type { ChangedPart as Told } from "#db/queries/people/students-changed.ts";

/** PostgreSQL's own count of transactions wraps round at this distance. */
const COMES_ROUND = 2n ** 31n;
const VERSION = /^([\d-]+)\.(\d{1,19})\.(\d{4}-\d{2}-\d{2})$/;

export type Since = {
  /** The version to send with the next request. */
  version: string;
  /** The ids of the students whose rows may have changed; null for all. */
  changed: ReadonlySet<string> | null;
};

/**
 * Returns what has changed since the version of the caller's copy. For a version that this database did not give, such
 * as one from before a restore, all students count as changed.
 */
export async function readSince(given: string | undefined, told: readonly ChangedPart[]): Promise<Since> {
  const now = await currentSnapshot(noTransaction);
  const then = given === undefined ? null : momentOf(given);
  const isKnown = then !== null && isBefore(then, now);
  return {
    version: `${now.database}.${now.transaction}.${now.day}`,
    changed: isKnown ? await listChangedStudents(then, told, noTransaction) : null,
  };
}

function momentOf(version: string): Moment | null {
  const [, database = "", transaction = "", day = ""] = VERSION.exec(version) ?? [];
  return day === "" || Number.isNaN(Date.parse(day)) ? null : { database, transaction, day };
}

function isBefore(then: Moment, now: Moment): boolean {
  const passed = BigInt(now.transaction) - BigInt(then.transaction);
  return then.database === now.database && passed >= 0n && passed < COMES_ROUND;
}
