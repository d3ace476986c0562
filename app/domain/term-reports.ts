import { TERMS_PER_YEAR } from "./terms.ts";

/** The ten behaviours of a term report by their fields, as the report prints them (T3); each holds C, S or R. */
export const BEHAVIOURS = {
  communication: "Communication",
  cooperation: "Cooperation",
  respect: "Respect",
  responsibility: "Responsibility",
  attitude: "Attitude",
  judgement: "Judgement",
  complete_assignment: "Complete Assignment",
  class_participation: "Class Participation",
  self_confidence: "Self Confidence",
  punctual: "Punctual",
} as const;

export type Behaviour = keyof typeof BEHAVIOURS;

export const BEHAVIOUR_FIELDS = Object.keys(BEHAVIOURS) as Behaviour[];

/** The columns of mark1 and mark2 (T3), of the work ratings, and what the narrow heads of these say. */
export const MARK_TITLES = {
  mark1: "Test 1",
  mark2: "Test 2",
  application: "Application",
  preparedness: "Preparedness",
} as const;

export const SHORT_TITLES = { application: "App.", preparedness: "Prep." } as const;

/** What the teacher's and the principal's comment may be long (T5). */
export const COMMENT_LIMITS = { teacher_comment: 400, principal_comment: 100 } as const;

export type CommentField = keyof typeof COMMENT_LIMITS;

/** Participation and project are a few words (design section 4). */
export const SHORT_TEXT_LIMIT = 20;

/** Why a report was sent back, in a sentence or two. */
export const REASON_LIMIT = 200;

/** Where a student goes next is decided in the year's last term (T4). */
export function isDecidedIn(term: number): boolean {
  return term === TERMS_PER_YEAR;
}
