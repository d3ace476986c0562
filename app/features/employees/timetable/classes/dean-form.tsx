import { useActionData } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { FORM_ID_FIELD } from "#domain/form-reply.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { useFormReply } from "#ui/form/form-result.ts";
import { useSavingForm } from "#ui/form/use-saving-form.ts";
import { Icon } from "#ui/page/icon.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import {
  isTimetableReplySaved,
  timetablePartPhase,
  mostUrgentPhase,
  useReportedPhase,
  describeTimetablePartPhase,
  type TimetablePartPhase,
  type TimetablePartCallbacks,
} from "../timetable-part.ts";
import { DEAN_CLASSES_FORM, TIMETABLE_INTENTS, type DeanClasses } from "../timetable.ts";
import type { TimetableReplyValue } from "../timetable.rules.ts";

type DeanFormProps = { dean: DeanClasses; url: string; telling: TimetablePartCallbacks };

/** The save state of a class whose checkbox was changed. */
type Ticked = { phase: TimetablePartPhase; words: string };

/**
 * The classes of which an employee is form dean. They are on one line until opened, because few employees are deans.
 * With JavaScript each checkbox saves at once; without it, all classes are one form.
 */
export function DeanForm({ dean, url, telling }: DeanFormProps) {
  const { phase, words, typed, onTicked } = useTicks(dean, telling);
  const groups = [...new Set(dean.formClasses.map(({ group }) => group))];
  return (
    <details
      className="group border-t pb-3 pt-2 max-md:-mx-4 max-md:border-b max-md:bg-paper max-md:px-4"
      id="form-dean"
      open={typed !== null}
    >
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
        <Icon className="text-field group-open:rotate-180" name="chevron-down" />
        <strong>Form Dean</strong>
        <span className="min-w-0 flex-1 text-muted">{dean.chosen.join(", ") || "No form class"}</span>
        <span className="flex" role="status">
          {phase === "blank" ? null : <SaveStatus kind={phase}>{words}</SaveStatus>}
        </span>
      </summary>
      <form action={url} method="post">
        <AuthorField savesItself />
        <input name={FORM_ID_FIELD} type="hidden" value={DEAN_CLASSES_FORM} />
        <input name="intent" type="hidden" value={TIMETABLE_INTENTS.setDeans} />
        {dean.chosen.map((id) => (
          <input key={id} name={`was ${id}`} type="hidden" value="on" />
        ))}
        {groups.map((group) => (
          <fieldset className="flex flex-wrap gap-x-4" key={group}>
            <legend className="pt-2 text-13 text-muted">{group}</legend>
            {dean.formClasses
              .filter((formClass) => formClass.group === group)
              .map(({ id }) => (
                <DeanTick
                  id={id}
                  isDean={dean.chosen.includes(id)}
                  isTyped={typed && typed.includes(id)}
                  key={id}
                  onTicked={onTicked}
                  telling={telling}
                  url={url}
                />
              ))}
          </fieldset>
        ))}
        <Button className="mt-3 hidden unscripted:inline-flex">Save form dean</Button>
      </form>
    </details>
  );
}

/** Reports the save states of all classes to the dialog as one state, which is an error if any class has one. */
function useTicks(dean: DeanClasses, telling: TimetablePartCallbacks) {
  const [ticked, setTicked] = useState<Readonly<Record<string, Ticked>>>({});
  const onTicked = useCallback((id: string, one: Ticked) => setTicked((all) => ({ ...all, [id]: one })), []);
  const served = useFormReply<TimetableReplyValue>(DEAN_CLASSES_FORM, useActionData());
  const typed = served.reply?.error ? String(served.reply.initialValue?.deans ?? "").split("\n") : null;
  const isWaiting = dean.formClasses.some(
    ({ id }) => typed && !(id in ticked) && typed.includes(id) !== dean.chosen.includes(id),
  );
  const resting = isWaiting ? "refused" : dean.chosen.length > 0 ? "saved" : "blank";
  const phase = mostUrgentPhase([resting, ...Object.values(ticked).map((one) => one.phase)]);
  useReportedPhase(DEAN_CLASSES_FORM, phase, telling);
  const { words } = Object.values(ticked).find((one) => one.phase === phase) ?? {
    words: describeTimetablePartPhase(phase, served),
  };
  return { phase, words, onTicked, typed };
}

type DeanTickProps = {
  id: string;
  /** The stored value of the checkbox. */
  isDean: boolean;
  /** The value that was refused in a form sent without JavaScript, until the checkbox is changed again. */
  isTyped: boolean | null;
  url: string;
  telling: TimetablePartCallbacks;
  onTicked: (id: string, ticked: Ticked) => void;
};

/** The checkbox that makes an employee the form dean of one class. */
function DeanTick({ id, isDean, isTyped, url, telling, onTicked }: DeanTickProps) {
  const box = useRef<HTMLInputElement>(null);
  const { reply, failure, isBusy, send } = useSavingForm<TimetableReplyValue>({
    id: `dean ${id}`,
    url,
    only: ["author"],
    onReply: (answer) => {
      if (!isTimetableReplySaved(answer)) telling.onReply(answer);
    },
  });
  const phase = timetablePartPhase({ reply, failure, isBusy, resting: "blank" });
  const words = describeTimetablePartPhase(phase, { reply, failure });

  // After a reload the checkbox shows a colleague's change. A refused value stays as the person left it.
  useEffect(() => {
    if (box.current && isTyped === null) box.current.checked = isDean;
  }, [isDean, isTyped]);

  useEffect(() => {
    if (phase !== "blank") onTicked(id, { phase, words });
  }, [onTicked, id, phase, words]);

  return (
    <label className="flex min-h-9 items-center gap-2 touch:min-h-11">
      <input
        className="size-4 accent-red touch:size-5"
        defaultChecked={isTyped ?? isDean}
        name={`dean ${id}`}
        onChange={({ currentTarget: { form, checked } }) => {
          const values = {
            intent: TIMETABLE_INTENTS.setDean,
            form_class_id: id,
            is_dean: checked ? "1" : "0",
          };
          if (form) send(form, values);
        }}
        ref={box}
        type="checkbox"
      />
      {id}
    </label>
  );
}
