import { noTransaction } from "#db/index.ts";
import {
  listChangedStudents,
  readCurrentMoment,
  type DatabaseMoment,
  type ResponsePart,
} from "#db/queries/people/students-changed.ts";

export type { ResponsePart as Told } from "#db/queries/people/students-changed.ts";

/** PostgreSQL's transaction ids wrap around. Only within this distance can it tell which of two ids is older. */
const COMES_ROUND = 2n ** 31n;
const VERSION = /^([\d-]+)\.(\d{1,19})\.(\d{4}-\d{2}-\d{2})$/;

export type StudentChanges = {
  /** The version that the caller sends with the next request. */
  version: string;
  /** The ids of students whose rows may have changed; null if all may have changed. */
  changed: ReadonlySet<string> | null;
};

/**
 * Returns the students that have changed since the caller's version. If this database never issued that version, for
 * example because it was restored from a backup, every student counts as changed.
 */
export async function readStudentChangesSince(
  given: string | undefined,
  changedParts: readonly ResponsePart[],
): Promise<StudentChanges> {
  const now = await readCurrentMoment(noTransaction);
  const then = given === undefined ? null : momentOf(given);
  const isKnown = then !== null && isBefore(then, now);
  return {
    version: `${now.database}.${now.transaction}.${now.day}`,
    changed: isKnown ? await listChangedStudents(then, changedParts, noTransaction) : null,
  };
}

function momentOf(version: string): DatabaseMoment | null {
  const [, database = "", transaction = "", day = ""] = VERSION.exec(version) ?? [];
  return day === "" || Number.isNaN(Date.parse(day)) ? null : { database, transaction, day };
}

function isBefore(then: DatabaseMoment, now: DatabaseMoment): boolean {
  const passed = BigInt(now.transaction) - BigInt(then.transaction);
  return then.database === now.database && passed >= 0n && passed < COMES_ROUND;
}
