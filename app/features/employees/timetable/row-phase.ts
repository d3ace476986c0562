import type { RequestFailure } from "#ui/form/form-result.ts";
import {
  DEAN_CLASSES,
  FIRST_BLANK,
  NEEDS_BOTH,
  NEW_LESSON,
  NOT_SAVED,
  TEACHER_CLASS,
  type Answer,
  type Timetable,
} from "./timetable.ts";

/** What the state of a row is, as its icon, its words and the foot say it; `blank`: nothing is stored or typed in it. */
export type RowPhase = "blank" | "saved" | "typing" | "saving" | "refused";

/** An answer, or none that came (`ui/form/form-result.ts`). */
export type Came = Answer | RequestFailure | undefined;

type Done = Extract<Answer, { ok: true }>;
/** What was not done, and by which status. */
export type NotDone = Exclude<Came, Done | undefined>;

type Circumstances = {
  isBusy: boolean;
  /** How it stands while nothing is sent and nothing was refused. */
  resting: RowPhase;
  answer: Came;
  /** Answers that the row goes on with by a question of its own. */
  isQuestion?: ((answer: Came) => boolean) | undefined;
};

export function phaseOf({ isBusy, resting, answer, isQuestion }: Circumstances): RowPhase {
  if (isBusy) return "saving";
  if (resting === "typing") return "typing";
  if (answer === undefined) return resting;
  if (isDone(answer)) return "saved";
  return isQuestion?.(answer) ? "typing" : "refused";
}

/** The phases from the most pressing on. */
const PRESSING: readonly RowPhase[] = ["refused", "typing", "saving", "saved", "blank"];

/** How several stand together. */
export function phaseOfAll(phases: readonly RowPhase[]): RowPhase {
  return PRESSING.find((phase) => phases.includes(phase)) ?? "blank";
}

export function wordsOf(phase: RowPhase, answer: Came): string {
  if (phase === "saving") return "Saving";
  if (phase === "typing" || phase === "blank") return NEEDS_BOTH;
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
  const { lessons, teacherClass, dean } = timetable;
  const phases: Record<string, RowPhase> = { [TEACHER_CLASS]: teacherClass.value === "" ? "blank" : "saved" };
  if (dean) phases[DEAN_CLASSES] = dean.chosen.length === 0 ? "blank" : "saved";
  for (const { lessonId } of lessons) phases[lessonId] = "saved";
  const refused = posted && "fault" in posted ? posted.about : null;
  if (refused === null) return phases;
  return { ...phases, [refused === NEW_LESSON ? FIRST_BLANK : refused]: "refused" };
}

/** Of all rows: how many need somebody, and the foot's words, such as '1 saving, 7 saved'. */
export function summaryOf(phases: readonly RowPhase[]): { phase: RowPhase; needs: number; words: string } {
  const count = (phase: RowPhase) => phases.filter((each) => each === phase).length;
  const counted = (phase: RowPhase, words: string) => (count(phase) > 0 ? `${count(phase)} ${words}` : "");
  const words = [counted("typing", "not saved"), counted("saving", "saving"), counted("saved", "saved")];
  return { phase: phaseOfAll(phases), needs: count("refused"), words: words.filter(Boolean).join(", ") };
}

export const SUMMARY_WORDS: Readonly<Record<RowPhase, string>> = {
  blank: "Each change saves by itself",
  saved: "Saved",
  typing: NOT_SAVED,
  saving: "Saving",
  refused: "Error Occured",
};
