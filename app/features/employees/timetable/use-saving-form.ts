import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import { isDone, phaseOf, type Came, type NotDone, type RowPhase } from "./row-phase.ts";
import type { Left } from "./timetable.rules.ts";
import { useEachAnswer } from "#ui/loading/use-each-answer.ts";
import { KEEP_OPEN } from "#ui/form/form-result.ts";

/** What a part of the dialog tells the whole of it. */
export type Telling = {
  onPhase: (part: string, phase: RowPhase | null) => void;
  /** The server's answer to what was refused, for the modal. */
  onFault: (answer: NotDone) => void;
  onLeft: (left: Left) => void;
};

type Given = Readonly<Record<string, string>>;

type SavingForm = Telling & {
  part: string;
  url: string;
  /** How it stands while nothing is sent and nothing was refused. */
  resting: RowPhase;
  /** What the page was served with, where its form was posted without script. */
  served: Came;
  onDone?: () => void;
  /** Answers that the form itself goes on with, so that no modal comes before it. */
  isQuestion?: (answer: Came) => boolean;
};

/** A form that is saved while the page stays; without script it is posted as it is. */
export function useSavingForm({ part, url, resting, served, onDone, isQuestion, ...telling }: SavingForm) {
  const fetcher = useFetcher<Came>({ key: `${url} ${part}` });
  const form = useRef<HTMLFormElement>(null);
  const waiting = useRef<Given | null>(null);
  const answer = fetcher.data ?? served;
  const phase = phaseOf({ isBusy: fetcher.state !== "idle", resting, answer, isQuestion });
  useTelling({ ...telling, part, phase, came: fetcher.data, isQuestion, onDone });

  // A second change waits for the answer to the first, which is what it is based on.
  useEffect(() => {
    if (fetcher.state !== "idle" || !waiting.current) return;
    const given = waiting.current;
    waiting.current = null;
    send(given);
  });

  function send(given: Given) {
    if (!form.current) return;
    if (fetcher.state !== "idle") {
      waiting.current = { ...waiting.current, ...given };
      return;
    }
    const sent = new FormData(form.current);
    for (const [name, value] of Object.entries(given)) sent.set(name, value);
    sent.set(KEEP_OPEN, "1");
    fetcher.submit(sent, { method: "post", action: url });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const given = submitter instanceof HTMLButtonElement ? { [submitter.name]: submitter.value } : {};
    send(given);
  }

  return { form, phase, answer, send, onSubmit };
}

type Told = Telling & Pick<SavingForm, "part" | "isQuestion" | "onDone"> & { phase: RowPhase; came: Came };

/** Tells the dialog what state a part of it is in, and what came of what it sent. */
function useTelling({ part, phase, came, isQuestion, onDone, ...telling }: Told) {
  const { onPhase, onFault, onLeft } = telling;

  useEffect(() => onPhase(part, phase), [onPhase, part, phase]);
  useEffect(() => () => onPhase(part, null), [onPhase, part]);

  useEachAnswer(came, (answer) => {
    if (!isDone(answer)) return isQuestion?.(answer) ? undefined : onFault(answer);
    onLeft(answer);
    onDone?.();
  });
}
