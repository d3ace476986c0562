import type { Failed } from "#ui/page/act-in-place.ts";
import {
  DEAN_CLASSES,
  FIRST_BLANK,
  NEEDS_BOTH,
  NEW_LESSON,
  TEACHER_CLASS,
  type Answer,
  type Timetable,
} from "./timetable.ts";

/** What the state of a row is, as its icon, its words and the foot say it. */
export type RowPhase = "saved" | "typing" | "saving" | "refused";

/** An answer, or none that came (`ui/page/act-in-place.ts`). */
export type Came = Answer | Failed | undefined;

type Done = Extract<Answer, { ok: true }>;
/** What was not done, and by which status. */
export type NotDone = Exclude<Came, Done | undefined>;

export function phaseOf({
  isBusy,
  isBlank,
  answer,
}: {
  isBusy: boolean;
  isBlank: boolean;
  answer: Came;
}): RowPhase {
  if (isBusy) return "saving";
  if (answer && !isDone(answer)) return "refused";
  return isBlank ? "typing" : "saved";
}

export function wordsOf(phase: RowPhase, answer: Came): string {
  if (phase === "saving") return "Saving";
  if (phase === "typing") return NEEDS_BOTH;
  if (phase === "saved") return "Saved";
  const fault = faultOf(answer);
  return fault === null ? "Error Occured" : `Refused: ${fault.charAt(0).toLowerCase()}${fault.slice(1)}`;
}

/** The server's words, or null where there are none. */
function faultOf(answer: Came): string | null {
  return answer && "fault" in answer ? answer.fault : null;
}

export function isDone(answer: Came): answer is Done {
  return answer !== undefined && "ok" in answer && answer.ok;
}

/** What the parts of the dialog are served as; one that is not there yet counts only when it was refused. */
export function servedPhases(timetable: Timetable, posted: Came): Record<string, RowPhase> {
  const lessons = timetable.lessons.map(({ lessonId }) => String(lessonId));
  const parts = [TEACHER_CLASS, ...(timetable.dean ? [DEAN_CLASSES] : []), ...lessons];
  const phases = Object.fromEntries(parts.map((part): [string, RowPhase] => [part, "saved"]));
  const refused = posted && "fault" in posted ? posted.about : null;
  if (refused === null) return phases;
  return { ...phases, [refused === NEW_LESSON ? FIRST_BLANK : refused]: "refused" };
}

/** Of all rows: how many need somebody, and the foot's words, such as '1 saving, 7 saved'. */
export function summaryOf(phases: readonly RowPhase[]): { phase: RowPhase; needs: number; words: string } {
  const count = (phase: RowPhase) => phases.filter((each) => each === phase).length;
  const [saving, saved, needs] = [count("saving"), count("saved"), count("refused")];
  const words = [saving > 0 ? `${saving} saving` : "", `${saved} saved`].filter(Boolean).join(", ");
  const phase = needs > 0 ? "refused" : saving > 0 ? "saving" : "saved";
  return { phase, needs, words };
}

export const SUMMARY_WORDS: Readonly<Record<RowPhase, string>> = {
  saved: "Saved",
  typing: "Saved",
  saving: "Saving",
  refused: "Error Occured",
};
