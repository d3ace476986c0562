import { TERMS_PER_YEAR } from "./terms.ts";

/** The ten behaviours of a term report by field name, with their printed titles. Each is rated C, S or R. */
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

/** The titles of the columns for marks and for ratings of work, with short forms for narrow columns. */
export const MARK_TITLES = {
  mark1: "Test 1",
  mark2: "Test 2",
  application: "Application",
  preparedness: "Preparedness",
} as const;

export const RATING_SHORT_TITLES = { application: "App.", preparedness: "Prep." } as const;

/** The maximum numbers of characters in the teacher's and the principal's comment. */
export const COMMENT_MAX_LENGTHS = { teacher_comment: 400, principal_comment: 100 } as const;

export type CommentField = keyof typeof COMMENT_MAX_LENGTHS;

/** The maximum number of characters in the fields participation, project and conduct. */
export const SHORT_TEXT_MAX_LENGTH = 20;

/** The maximum number of characters in the reason for returning a report. */
export const RETURN_REASON_MAX_LENGTH = 200;

/** Tells whether a student's next class is decided in this term. Only the last term of the year has such decisions. */
export function isDecisionTerm(term: number): boolean {
  return term === TERMS_PER_YEAR;
}
