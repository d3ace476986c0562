/** Before a lesson's id: the name of its box. */
export const LESSON_FIELD = "lesson-";
export const TAKE_BACK = "take-back";

/** What was sent and not taken, with the reasons by field. */
export type SubstituteSent = {
  typed: { lessonIds: number[]; substitute: string; from: string; to: string };
  errors: Readonly<Record<string, string>>;
};
