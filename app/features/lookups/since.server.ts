import { noTransaction } from "#db/index.ts";
import { studentsChanged, thisMoment, type Moment, type Told } from "#db/queries/people/students-changed.ts";

export type { Told } from "#db/queries/people/students-changed.ts";

/** How far a moment may be away before PostgreSQL's own count of transactions comes round. */
const COMES_ROUND = 2n ** 31n;
const VERSION = /^([\d-]+)\.(\d{1,19})\.(\d{4}-\d{2}-\d{2})$/;

export type Since = {
  /** What to ask from the next time. */
  version: string;
  /** The numbers of the students whose rows may be others; null for all. */
  changed: ReadonlySet<string> | null;
};

/**
 * What changed since the version that somebody's copy has. Of a version that this database did not give, such as that of
 * one before it was restored, all are told.
 */
export async function readSince(given: string | undefined, told: readonly Told[]): Promise<Since> {
  const now = await thisMoment(noTransaction);
  const then = given === undefined ? null : momentOf(given);
  const isKnown = then !== null && isBefore(then, now);
  return {
    version: `${now.database}.${now.transaction}.${now.day}`,
    changed: isKnown ? await studentsChanged(then, told, noTransaction) : null,
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
