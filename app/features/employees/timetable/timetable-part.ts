import { useEffect } from "react";
import { errorIn, useSavingForm, type SavingReply } from "#ui/form/use-saving-form.ts";
import { NEEDS_BOTH } from "./timetable.ts";
import type { RemainingEntries } from "./timetable.rules.ts";

/** The most urgent phase comes first. */
const PHASES = ["refused", "typing", "saving", "saved", "blank"] as const;
/** The state of a part of the dialog; in a `blank` part nothing is stored or typed. */
export type Phase = (typeof PHASES)[number];

export type Reply = SavingReply<RemainingEntries>;

/**
 * The dialog's callbacks for its parts: a new state (null once the part is gone), and a reply that asks no question.
 */
export type TimetablePartCallbacks = {
  onPhase: (part: string, phase: Phase | null) => void;
  onReply: (reply: Reply) => void;
};

type Part = {
  /** A lesson's id, or the name of another form of the dialog. */
  part: string;
  url: string;
  /** The state while nothing is sent and nothing was refused. */
  resting: Phase;
  telling: TimetablePartCallbacks;
  basedOn?: (sent: FormData, reply: Reply) => Readonly<Record<string, string>> | null;
  /** Called for the reply to the last change that was sent. */
  onLastReply?: (isSaved: boolean) => void;
  /** The fields whose errors are questions that the part itself asks. */
  questions?: readonly string[];
};

/** A part of the dialog with a form of its own, which is saved while the page stays. */
export function useTimetablePart({ part, url, resting, telling, questions = [], ...rest }: Part) {
  const saving = useSavingForm<RemainingEntries>({ id: part, url, basedOn: rest.basedOn, onReply });
  const { reply, failure, isBusy } = saving;
  const phase = isQuestion({ reply, failure }) && !isBusy ? "typing" : phaseOf({ ...saving, resting });
  usePhase(part, phase, telling);

  function onReply(answer: Reply, isLast: boolean) {
    if (isLast) rest.onLastReply?.(isSaved(answer));
    if (!isQuestion(answer)) telling.onReply(answer);
  }

  function isQuestion(answer: Reply): boolean {
    return !answer.failure && questions.includes(errorIn(answer.reply)?.field ?? "");
  }

  const typed = reply?.error ? { ...(reply.initialValue as Readonly<Record<string, string>>) } : null;
  return { ...saving, phase, typed, words: wordsOf(phase, { reply, failure }) };
}

export function usePhase(part: string, phase: Phase, { onPhase }: TimetablePartCallbacks): void {
  useEffect(() => onPhase(part, phase), [onPhase, part, phase]);
  useEffect(() => () => onPhase(part, null), [onPhase, part]);
}

type Circumstances = Reply & { isBusy: boolean; resting: Phase };

export function phaseOf({ reply, failure, isBusy, resting }: Circumstances): Phase {
  if (isBusy) return "saving";
  if (resting === "typing") return "typing";
  if (failure || reply?.error) return "refused";
  return reply ? "saved" : resting;
}

export function wordsOf(phase: Phase, { reply, failure }: Reply): string {
  if (phase === "saving") return "Saving";
  if (phase === "typing" || phase === "blank") return NEEDS_BOTH;
  if (phase === "saved") return "Saved";
  const error = failure ? null : errorIn(reply);
  return error
    ? `Not saved: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`
    : "Error Occured";
}

export function isSaved({ reply, failure }: Reply): boolean {
  return failure === null && reply !== null && !reply.error;
}

/** Returns the most urgent of some states. */
export function phaseOfAll(phases: readonly Phase[]): Phase {
  return PHASES.find((phase) => phases.includes(phase)) ?? "blank";
}
