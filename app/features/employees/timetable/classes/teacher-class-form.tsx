import { useRef, useState, type RefObject } from "react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { DateBox } from "#ui/form/fields/date-box.tsx";
import { formatDate } from "#domain/dates.ts";
import { FORM_ID_FIELD } from "#domain/form-reply.ts";
import { useTimetablePart, type TimetablePartCallbacks } from "../timetable-part.ts";
import { ClassField } from "./class-field.tsx";
import { TIMETABLE_INTENTS, NOT_SAVED_YET, TEACHER_CLASS_FORM, type TeacherClass } from "../timetable.ts";
import { findFirstError } from "#ui/form/use-saving-form.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";

type TeacherClassFormProps = { held: TeacherClass; url: string; telling: TimetablePartCallbacks };

/** Chooses the class of which an employee is form teacher or co-teacher this year. */
export function TeacherClassForm({ held, url, telling }: TeacherClassFormProps) {
  const [input, setAsked] = useState<string | null>(null);
  const isAnswered = useRef(false);
  const resting = input !== null ? "typing" : held.value === "" ? "blank" : "saved";
  const form = useRef<HTMLFormElement>(null);
  const part = {
    part: TEACHER_CLASS_FORM,
    url,
    resting,
    telling,
    onLastReply,
    questions: QUESTIONS,
  } as const;
  const { phase, reply, typed, words, send, onSubmit } = useTimetablePart(part);
  const error = findFirstError(reply);
  const roles = { lead: useRef<HTMLInputElement>(null), shared: useRef<HTMLInputElement>(null) };
  const value = typed ? (typed.class ?? "") : held.value;
  const toTakeOver = input ?? (error && QUESTIONS.includes(error.field) ? value : null);

  /** The question closes only when the answer to it is saved, because this reply may belong to an earlier change. */
  function onLastReply(isSaved: boolean) {
    if (isSaved && isAnswered.current) setAsked(null);
    isAnswered.current = false;
  }

  /** In a class that has a form teacher, the employee is co-teacher until the person answers the question. */
  function choose(chosen: string) {
    const isOthers = leadOf(held, chosen) !== "";
    check(isOthers ? "co-teacher" : "lead");
    saveNow({ class: chosen, role: isOthers ? "co-teacher" : "lead" });
  }

  /**
   * Sets both radio buttons directly, because React ignores a click on a button that was unchecked only in the browser.
   */
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
    if (form.current) send(form.current, given);
  }

  return (
    <form
      action={url}
      className="pb-3 max-md:-mx-4 max-md:border-b max-md:bg-paper max-md:px-4 max-md:pt-3"
      method="post"
      onSubmit={onSubmit}
      ref={form}
    >
      <AuthorField savesItself />
      <input name={FORM_ID_FIELD} type="hidden" value={TEACHER_CLASS_FORM} />
      <input name="intent" type="hidden" value={TIMETABLE_INTENTS.setClass} />
      <input name="shown" type="hidden" value={held.shown} />
      <div className="grid items-end gap-x-4 gap-y-2 md:grid-cols-[1fr_18rem]">
        <ClassField
          held={held}
          onChoose={choose}
          state={{ kind: phase, words: phase === "typing" ? NOT_SAVED_YET : words }}
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
          fault={error?.field === "from" ? error.message : null}
          from={typed?.from}
          formTeacher={leadOf(held, toTakeOver)}
          onAnswer={(role) => {
            isAnswered.current = true;
            check(role);
          }}
        />
      ) : null}
    </form>
  );
}

/** The fields whose errors become a question: the form teacher whom the class has, and the day of taking over. */
const QUESTIONS: readonly string[] = ["lead", "from"];

function leadOf(held: TeacherClass, value: string): string {
  return held.choices.find((choice) => choice.value === value)?.formTeacher ?? "";
}

type Radio = RefObject<HTMLInputElement>;
type RolesProps = {
  isLead: boolean;
  onChoose: (role: string) => void;
  roles: { lead: Radio; shared: Radio };
};

function Roles({ isLead, onChoose, roles }: RolesProps) {
  const halves = [
    { role: "lead", words: "Form teacher", isChosen: isLead, radio: roles.lead },
    { role: "co-teacher", words: "Co-teacher", isChosen: !isLead, radio: roles.shared },
  ];
  return (
    <fieldset className="halves grid grid-cols-2 rounded border border-field bg-paper" key={String(isLead)}>
      <legend className="sr-only">Role</legend>
      {halves.map(({ role, words, isChosen, radio }) => (
        <label
          className="relative flex min-h-[38px] items-center justify-center font-semibold touch:min-h-11"
          key={role}
        >
          <input
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm checked:bg-red"
            defaultChecked={isChosen}
            name="role"
            onChange={() => onChoose(role)}
            ref={radio}
            type="radio"
            value={role}
          />
          <span className="pointer-events-none relative peer-checked:text-on-red forced-colors:peer-checked:text-[color:SelectedItemText]">
            {words}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type TakeOverProps = Pick<TeacherClass, "days"> & {
  formTeacher: string;
  /** The refused day as the person typed it. */
  from: string | undefined;
  fault: string | null;
  onAnswer: (role: string) => void;
};

/** Offers the two ways to join a class that has a form teacher. Neither is preselected. */
function TakeOver({ days, formTeacher, from, fault, onAnswer }: TakeOverProps) {
  const hint = `The terms of this school year run from ${formatDate(days.first)} to ${formatDate(days.last)}.`;
  return (
    <NoticeBox className="mt-3" icon="changed" tone="colleague">
      <p>
        {formTeacher} is the form teacher. Share the class, or choose the day to take it over. {formTeacher}{" "}
        stays form teacher until the day before.
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <div>
          <label className="block text-13 font-semibold" htmlFor="take-over-from">
            From
          </label>
          <DateBox
            aria-invalid={fault ? true : undefined}
            describedBy="take-over-words"
            id="take-over-from"
            name="from"
            value={from ?? days.today}
          />
        </div>
        <Button name="takes_over" onClick={() => onAnswer("lead")} value="1">
          Take over
        </Button>
        <Button name="takes_over" onClick={() => onAnswer("co-teacher")} value="0">
          Share as co-teacher
        </Button>
      </div>
      <p
        className={fault ? "mt-1 text-13 font-semibold text-refused" : "mt-1 text-13 text-muted"}
        id="take-over-words"
      >
        {fault ?? hint}
      </p>
    </NoticeBox>
  );
}
