import { capital } from "#domain/text/capital.ts";
import { REASON_WORDS, type AbsenceReason } from "#domain/daily/attendance-states.ts";
import { RELATIONSHIPS, type Relationship } from "#domain/people/students.ts";

/** The number of school days in a row, including the day shown. */
export const DAYS_TO_CALL = 3;

/** Returns words such as `Mother, Annette Gordon`; an emergency contact has the relation written in the record. */
export function formatContact(contact: {
  relationship: Relationship;
  relation: string;
  name: string;
}): string {
  const relation = contact.relation || RELATIONSHIPS[contact.relationship];
  return [capital(relation), contact.name].filter(Boolean).join(", ");
}

/** Returns words such as `Sick: has a fever`. */
export function formatReason(reason: AbsenceReason | null, note: string): string {
  return [reason === null ? "" : REASON_WORDS[reason], note].filter(Boolean).join(": ");
}

/** The longest note about a call, in characters. */
export const LONGEST_NOTE = 200;
