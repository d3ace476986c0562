import { capitalise } from "#domain/text/capital.ts";
import { RELATIONSHIPS, type Relationship } from "#domain/people/students.ts";

/**
 * Returns text such as `Mother, Annette Gordon`. For an emergency contact, the relation is the one written in the
 * student's record.
 */
export function formatContact(contact: {
  relationship: Relationship;
  relation: string;
  name: string;
}): string {
  const relation = contact.relation || RELATIONSHIPS[contact.relationship];
  return [capitalise(relation), contact.name].filter(Boolean).join(", ");
}

/** Returns text such as `Sick: has a fever`. */
export function formatAbsenceReason(reason: string | null, note: string): string {
  return [reason, note].filter(Boolean).join(": ");
}

/** The longest note about a call, in characters. */
export const MAX_CALL_NOTE_LENGTH = 200;
