import { useState } from "react";
import { Combobox } from "#ui/form/choice/combobox.tsx";
import type { ComboboxChoice } from "#ui/form/choice/use-choice-list.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";
import type { TimetablePartPhase } from "../timetable-part.ts";
import { TEACHER_CLASS_FORM, type TimetableClassChoice, type TeacherClass } from "../timetable.ts";

type ClassFieldProps = {
  held: TeacherClass;
  value: string;
  state: { kind: TimetablePartPhase; words: string };
  onChoose: (value: string) => void;
};

/**
 * Finds a class by its own name or by the name of its teacher. Each option shows the role that the employee would
 * get.
 */
export function ClassField({ held, value, state, onChoose }: ClassFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const id = "teacher-class";
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label className="font-semibold" htmlFor={id}>
          Teacher Class
        </label>
        <span className="flex self-center" role="status">
          {isTyping ? (
            <SaveStatus kind="typing">{wasWords(held)}</SaveStatus>
          ) : state.kind === "blank" ? null : (
            <SaveStatus kind={state.kind}>{state.words}</SaveStatus>
          )}
        </span>
      </div>
      <Combobox
        aside={held.isLead && held.value !== "" && value === held.value ? OWN : undefined}
        choices={choicesOf(held)}
        id={id}
        label="Classes"
        name={TEACHER_CLASS_FORM}
        onChoose={onChoose}
        onTyping={setTyping}
        value={value}
      />
    </div>
  );
}

const OWN = "own class";

function wasWords({ value, choices }: TeacherClass): string {
  return `Was ${choices.find((choice) => choice.value === value)?.label ?? "none"}`;
}

function choicesOf(held: TeacherClass): ComboboxChoice[] {
  const classes = held.choices.map((choice) => ({
    value: choice.value,
    title: choice.label,
    detail: detailOf(choice),
    aside: asideOf(choice, held),
  }));
  return [...classes, { value: "", title: "No class", detail: "", aside: null, isAlways: true }];
}

function detailOf({ formTeacher, isNew }: TimetableClassChoice): string {
  if (isNew) return "A new class for this teacher";
  return formTeacher ? `Form teacher ${formTeacher}` : "";
}

function asideOf({ value, formTeacher }: TimetableClassChoice, held: TeacherClass) {
  if (value === held.value && held.isLead) return OWN;
  return (
    <>
      as <strong>{formTeacher ? "co-teacher" : "form teacher"}</strong>
    </>
  );
}
