import { useEffect } from "react";
import { findFirstError, useSavingForm, type SavingReply } from "#ui/form/use-saving-form.ts";
import { CHOOSE_SUBJECT_AND_CLASS } from "./timetable.ts";
import type { TimetableReplyValue } from "./timetable.rules.ts";

/** The save states of a part of the dialog, the most urgent first. */
const PHASES = ["refused", "typing", "saving", "saved", "blank"] as const;
/** The save state of a part of the dialog. A `blank` part has nothing stored and nothing typed. */
export type TimetablePartPhase = (typeof PHASES)[number];

export type TimetableReply = SavingReply<TimetableReplyValue>;

/**
 * The callbacks through which a part of the dialog reports to the dialog: its save state (null when the part
 * disappears), and any reply that the part does not handle.
 */
export type TimetablePartCallbacks = {
  onPhase: (part: string, phase: TimetablePartPhase | null) => void;
  onReply: (reply: TimetableReply) => void;
};

type Part = {
  /** The name of the part's form. For a lesson, this is the lesson's id. */
  part: string;
  url: string;
  /** The save state while nothing is being sent and nothing was refused. */
  resting: TimetablePartPhase;
  telling: TimetablePartCallbacks;
  basedOn?: (sent: FormData, reply: TimetableReply) => Readonly<Record<string, string>> | null;
  /** Called for the reply to the latest change. */
  onLastReply?: (isSaved: boolean) => void;
  /** The fields whose errors this part turns into a question, instead of reporting them. */
  questions?: readonly string[];
};

/** Manages a part of the dialog that has its own form and is saved without leaving the page. */
export function useTimetablePart({ part, url, resting, telling, questions = [], ...rest }: Part) {
  const saving = useSavingForm<TimetableReplyValue>({ id: part, url, basedOn: rest.basedOn, onReply });
  const { reply, failure, isBusy } = saving;
  const phase =
    isQuestion({ reply, failure }) && !isBusy ? "typing" : timetablePartPhase({ ...saving, resting });
  useReportedPhase(part, phase, telling);

  function onReply(answer: TimetableReply, isLast: boolean) {
    if (isLast) rest.onLastReply?.(isTimetableReplySaved(answer));
    if (!isQuestion(answer)) telling.onReply(answer);
  }

  function isQuestion(answer: TimetableReply): boolean {
    return !answer.failure && questions.includes(findFirstError(answer.reply)?.field ?? "");
  }

  const typed = reply?.error ? { ...(reply.initialValue as Readonly<Record<string, string>>) } : null;
  return { ...saving, phase, typed, words: describeTimetablePartPhase(phase, { reply, failure }) };
}

export function useReportedPhase(
  part: string,
  phase: TimetablePartPhase,
  { onPhase }: TimetablePartCallbacks,
): void {
  useEffect(() => onPhase(part, phase), [onPhase, part, phase]);
  useEffect(() => () => onPhase(part, null), [onPhase, part]);
}

type Circumstances = TimetableReply & { isBusy: boolean; resting: TimetablePartPhase };

export function timetablePartPhase({ reply, failure, isBusy, resting }: Circumstances): TimetablePartPhase {
  if (isBusy) return "saving";
  if (resting === "typing") return "typing";
  if (failure || reply?.error) return "refused";
  return reply ? "saved" : resting;
}

export function describeTimetablePartPhase(
  phase: TimetablePartPhase,
  { reply, failure }: TimetableReply,
): string {
  if (phase === "saving") return "Saving";
  if (phase === "typing" || phase === "blank") return CHOOSE_SUBJECT_AND_CLASS;
  if (phase === "saved") return "Saved";
  const error = failure ? null : findFirstError(reply);
  return error
    ? `Not saved: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`
    : "Error Occured";
}

export function isTimetableReplySaved({ reply, failure }: TimetableReply): boolean {
  return failure === null && reply !== null && !reply.error;
}

export function mostUrgentPhase(phases: readonly TimetablePartPhase[]): TimetablePartPhase {
  return PHASES.find((phase) => phases.includes(phase)) ?? "blank";
}
