import { useRef, useState } from "react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { wordsOf, type Came } from "../row-phase.ts";
import { ClassField } from "./class-field.tsx";
import { Roles } from "./roles.tsx";
import { TakeOver } from "./take-over.tsx";
import { INTENTS, NOT_SAVED, TEACHER_CLASS, type TeacherClass } from "../timetable.ts";
import { useSavingForm, type Telling } from "../use-saving-form.ts";

type TeacherClassFormProps = { held: TeacherClass; url: string; telling: Telling; served: Came };

/** Whose form teacher or co-teacher somebody is this year; a class that has a lead asks. */
export function TeacherClassForm({ held, url, telling, served }: TeacherClassFormProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const isAnswered = useRef(false);
  const resting = asked !== null ? "typing" : held.value === "" ? "blank" : "saved";
  const saving = useSavingForm({ ...telling, part: TEACHER_CLASS, url, served, resting, isQuestion, onDone });
  const { form, phase, answer, send, onSubmit } = saving;
  const roles = { lead: useRef<HTMLInputElement>(null), shared: useRef<HTMLInputElement>(null) };
  const typed = answer && "typed" in answer ? answer.typed : null;
  const value = typed?.class ?? held.value;
  const toTakeOver = asked ?? (isQuestion(answer) ? value : null);

  /** The question stays until it is what was answered: something else may just have been saved. */
  function onDone() {
    if (isAnswered.current) setAsked(null);
    isAnswered.current = false;
  }

  /** A class that somebody leads is joined as co-teacher first. */
  function choose(chosen: string) {
    const isOthers = leadOf(held, chosen) !== "";
    check(isOthers ? "co-teacher" : "lead");
    saveNow({ class: chosen, role: isOthers ? "co-teacher" : "lead" });
  }

  /** Both are said: React would miss a click on one that only the browser unchecked. */
  function check(role: string) {
    if (roles.lead.current) roles.lead.current.checked = role === "lead";
    if (roles.shared.current) roles.shared.current.checked = role !== "lead";
  }

  function chooseRole(role: string) {
    const chosen = String(new FormData(form.current ?? undefined).get("class") ?? "");
    if (chosen === "") return;
    if (role === "lead" && leadOf(held, chosen) !== "") setAsked(chosen);
    else saveNow({ role });
  }

  function saveNow(given: Readonly<Record<string, string>>) {
    setAsked(null);
    send(given);
  }

  return (
    <form action={url} className="timetable-part" method="post" onSubmit={onSubmit} ref={form}>
      <AuthorField savesItself />
      <input name="intent" type="hidden" value={INTENTS.setClass} />
      <input name="shown" type="hidden" value={held.shown} />
      <div className="grid items-end gap-x-4 gap-y-2 md:grid-cols-[1fr_18rem]">
        <ClassField
          held={held}
          onChoose={choose}
          state={{ kind: phase, words: phase === "typing" ? NOT_SAVED : wordsOf(phase, answer) }}
          value={value}
        />
        <Roles
          isLead={typed ? typed.role !== "co-teacher" : held.isLead}
          onChoose={chooseRole}
          roles={roles}
        />
      </div>
      <Button className="mt-2 hidden unscripted:inline-flex">Save class</Button>
      {toTakeOver ? (
        <TakeOver
          days={held.days}
          fault={answer && "field" in answer && answer.field === "from" ? answer.fault : null}
          from={typed?.from}
          lead={leadOf(held, toTakeOver)}
          onAnswer={(role) => {
            isAnswered.current = true;
            check(role);
          }}
        />
      ) : null}
    </form>
  );
}

/** The class has a lead, or the day is not right from which it is taken over. */
function isQuestion(answer: Came): boolean {
  return answer !== undefined && "field" in answer && (answer.field === "lead" || answer.field === "from");
}

function leadOf(held: TeacherClass, value: string): string {
  return held.choices.find((choice) => choice.value === value)?.lead ?? "";
}
