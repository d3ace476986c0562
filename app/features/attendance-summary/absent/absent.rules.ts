import { capital } from "#domain/text/capital.ts";
import { REASON_WORDS, type AbsenceReason } from "#domain/daily/attendance-states.ts";
import { RELATIONSHIPS, type Relationship } from "#domain/people/students.ts";

/** Three school days running, the shown day included. */
export const DAYS_TO_CALL = 3;

/** `Mother, Annette Gordon`; an emergency contact by the relation that was written. */
export function contactWords(contact: {
  relationship: Relationship;
  relation: string;
  name: string;
}): string {
  const relation = contact.relation || RELATIONSHIPS[contact.relationship];
  return [capital(relation), contact.name].filter(Boolean).join(", ");
}

/** `Sick: has a fever`. */
export function reasonWords(reason: AbsenceReason | null, note: string): string {
  return [reason === null ? "" : REASON_WORDS[reason], note].filter(Boolean).join(": ");
}

/** What a call came to, in characters. */
export const LONGEST_NOTE = 200;
