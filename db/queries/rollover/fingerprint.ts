import {
  FINGERPRINT_PARTS,
  type RolloverFingerprint,
  type FingerprintPart,
} from "#domain/rollover/rollover.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import { queryRow, type ReadTransaction } from "../../index.ts";
import { CLASS_MOVES_SQL } from "../next-year/class-map.ts";
import type { RolloverRun } from "./plan.ts";
import { findRollover } from "./rollovers.ts";

/** SQL: a hash of some columns of rows, in a fixed order. */
const hashOf = (said: string, from: string, key: string) =>
  `(select encode(sha256(convert_to(coalesce(string_agg(concat_ws(':', ${said}), ',' order by ${key}), ''), 'UTF8')), 'hex') from ${from})`;

const ROSTER = hashOf(
  "student_key, academic_term_id, coalesce(class_id, 0)",
  "registrations where academic_term_id in ($fromTermId, $toTermId)",
  "academic_term_id, student_key",
);
const STUDENTS = hashOf(
  "id, student_status_id",
  `students where student_status_id <= ${STUDENT_REGISTERED} or id in (select student_key from promotions where academic_year_id = $academicYearId)`,
  "id",
);
const DECISIONS = `concat(${hashOf(
  "student_key, promoted_to, coalesce(repeating, '-'), signed_by is null",
  "term_records where academic_term_id = $fromTermId and num_nonnulls(promoted_to, repeating) > 0",
  "student_key",
)}, ${hashOf(
  "student_key, kind, class_id, form_class_id",
  "turn_decisions where academic_year_id = $academicYearId",
  "student_key",
)}, ${hashOf("form_level, outcome", "default_outcomes", "form_level")})`;
const CLASSES = `concat(${hashOf(
  "class_id, form_class_id",
  "classes where academic_year_id in ($academicYearId, $toTermId / 10)",
  "class_id",
)}, ${hashOf("m.class_id, coalesce(m.up_class_id, 0), m.up_why, coalesce(m.repeat_class_id, 0)", `${CLASS_MOVES_SQL} m`, "m.class_id")})`;

/**
 * Returns hashes of everything that decides where students go. Marks are not part of this. For a rollover within a
 * year, decisions and next year's classes are not part of it either, because nobody changes class.
 */
export async function readRolloverFingerprint(
  rollover: RolloverRun,
  t: ReadTransaction,
): Promise<RolloverFingerprint> {
  const ofYear = (sql: string) => (rollover.turns_year ? sql : "''");
  const found = await queryRow<RolloverFingerprint>(
    `select ${ROSTER} as roster, ${STUDENTS} as students, ${ofYear(DECISIONS)} as decisions, ${ofYear(CLASSES)} as classes
      order by roster`,
    {
      fromTermId: rollover.from_term_id,
      toTermId: rollover.to_term_id,
      academicYearId: Math.floor(rollover.from_term_id / 10),
    },
    t,
  );
  if (!found) throw new Error("The fingerprint was not returned.");
  return found;
}

/** Returns the parts in which two fingerprints differ. If there is no earlier fingerprint, returns all parts. */
export function compareRolloverFingerprints(
  before: RolloverFingerprint | null,
  now: RolloverFingerprint,
): FingerprintPart[] {
  return FINGERPRINT_PARTS.filter((part) => before?.[part] !== now[part]);
}

/**
 * Lists the parts of the data that changed since a rehearsal and make it stale. The result is empty if the rehearsal
 * is valid.
 */
export async function listPartsChangedSinceRehearsal(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<FingerprintPart[]> {
  const rollover = await findRollover(params, t);
  if (!rollover) return [];
  return compareRolloverFingerprints(rollover.fingerprint, await readRolloverFingerprint(rollover, t));
}
