import { TERMS_PER_YEAR } from "./terms.ts";

/** The ten behaviours of a term report by field, as the report prints them; each is C, S or R. */
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

/** The titles of the mark columns and the work ratings, with the short forms for narrow headings. */
export const MARK_TITLES = {
  mark1: "Test 1",
  mark2: "Test 2",
  application: "Application",
  preparedness: "Preparedness",
} as const;

export const SHORT_TITLES = { application: "App.", preparedness: "Prep." } as const;

/** The school's limits for the length of the teacher's and the principal's comment. */
export const COMMENT_LIMITS = { teacher_comment: 400, principal_comment: 100 } as const;

export type CommentField = keyof typeof COMMENT_LIMITS;

/** Participation and project are a few words. */
export const SHORT_TEXT_LIMIT = 20;

/** The limit for the reason of a return, a sentence or two. */
export const REASON_LIMIT = 200;

/** A student's next class is decided in the year's last term. */
export function isDecidedIn(term: number): boolean {
  return term === TERMS_PER_YEAR;
}
