import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useEachAnswer } from "#ui/loading/use-each-answer.ts";
import { KEEP_OPEN } from "#ui/form/form-result.ts";
import { isDone, phaseOf, type Came, type RowPhase } from "../row-phase.ts";
import { INTENTS } from "../timetable.ts";
import type { Telling } from "../use-saving-form.ts";

/** How a class stands that was ticked or unticked. */
export type Ticked = { phase: RowPhase; answer: Came };

type DeanTickProps = Pick<Telling, "onFault"> & {
  id: string;
  /** As it is stored. */
  isDean: boolean;
  /** As it was sent without script, and not taken; null where it was not. */
  isTyped: boolean | null;
  url: string;
  onTicked: (id: string, ticked: Ticked) => void;
};

/** Whether somebody is the dean of one form class. */
export function DeanTick({ id, isDean, isTyped, url, onFault, onTicked }: DeanTickProps) {
  const fetcher = useFetcher<Came>({ key: `${url} dean ${id}` });
  const box = useRef<HTMLInputElement>(null);
  const waiting = useRef(false);
  const { state, data: answer } = fetcher;
  const phase = phaseOf({ isBusy: state !== "idle", resting: "blank", answer });

  // What a colleague stored since is shown; what is being saved or was refused stays as it was ticked.
  useEffect(() => {
    if (box.current && isTyped === null) box.current.checked = isDean;
  }, [isDean, isTyped]);

  useEffect(() => {
    if (phase !== "blank") onTicked(id, { phase, answer });
  }, [onTicked, id, phase, answer]);

  useEachAnswer(answer, (came) => {
    if (!isDone(came)) onFault(came);
  });

  // A second change waits for the answer to the first.
  useEffect(() => {
    if (state !== "idle" || !waiting.current) return;
    waiting.current = false;
    save();
  });

  function save() {
    const form = box.current?.form;
    if (!form || !box.current) return;
    if (state !== "idle") {
      waiting.current = true;
      return;
    }
    const sent = new FormData();
    const author = new FormData(form).get("author");
    const isChosen = box.current.checked ? "1" : "0";
    const given = { intent: INTENTS.setDean, author: String(author), form_class_id: id, is_dean: isChosen };
    for (const [name, value] of Object.entries({ ...given, [KEEP_OPEN]: "1" })) sent.set(name, value);
    fetcher.submit(sent, { method: "post", action: url });
  }

  return (
    <label className="flex min-h-9 items-center gap-2 touch:min-h-11">
      <input
        className="size-4 accent-red touch:size-5"
        defaultChecked={isTyped ?? isDean}
        name={`dean ${id}`}
        onChange={save}
        ref={box}
        type="checkbox"
      />
      {id}
    </label>
  );
}
