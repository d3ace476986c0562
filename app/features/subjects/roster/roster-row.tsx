import { useEffect, type RefObject } from "react";
import { registerName } from "#domain/names.ts";
import { Chooser } from "#ui/form/choice/chooser.tsx";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import type { RosterCame } from "./roster-answer.ts";
import { kindOf, RosterTrouble, type Look } from "./roster-trouble.tsx";
import type { Choice, RosterStudent } from "../subjects.ts";
import { useRowSave } from "./use-row-save.ts";

type RosterRowProps = {
  student: RosterStudent;
  teachers: Choice[];
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  /** What the whole form was answered. */
  sent: RosterCame | null;
  /** The student is being taken out. */
  isDeleting: boolean;
  look: Look;
  /** Whether somebody has to look at the row. */
  onNeed: (key: number, needs: boolean) => void;
};

/** A row saves when its teacher is changed; without script a button of the form saves them all. */
export function RosterRow(props: RosterRowProps) {
  const { student, teachers, isTicked, onTick, sent, isDeleting, look, onNeed } = props;
  const { key } = student;
  const { field, save, putBack, chosen, state } = useRowSave(student, sent);
  const name = registerName(student);
  const choices = withOwn(teachers, student.teacher);
  const trouble = state === "saving" || state === "saved" ? null : state;
  const kind = trouble ? kindOf(trouble) : (state ?? undefined);
  useNeed(key, trouble !== null, onNeed);
  return (
    <>
      <tr data-state={kind} id={`row-${key}`}>
        <td className="pr-0 max-md:hidden">
          <TickBox aria-label={name} checked={isTicked} className="tick" name={`s-${key}`} onTick={onTick} />
        </td>
        <StudentCells name={name} student={student} />
        <TeacherCell
          choices={choices}
          chosen={chosen}
          describedBy={trouble ? `trouble-${key}` : undefined}
          field={field}
          name={name}
          onChoose={save}
          student={student}
        />
        <td className="state">
          <span role="status">
            {state === "saved" || state === "saving" ? <SaveStatus kind={state} /> : null}
          </span>
        </td>
        <td className="act">
          <button
            aria-label={`Delete ${name}`}
            className="as-link row-act text-red"
            name="intent"
            value={`delete-${key}`}
          >
            {isDeleting ? "Deleting" : "Delete"}
          </button>
        </td>
      </tr>
      {trouble ? (
        <RosterTrouble
          id={`trouble-${key}`}
          look={look}
          now={student.teacher.label}
          onPutBack={putBack}
          onSave={save}
          trouble={trouble}
          wanted={choices.find(({ value }) => value === chosen)?.label ?? ""}
        />
      ) : null}
    </>
  );
}

/** On a phone one cell says it all. */
function StudentCells({ student, name }: { student: RosterStudent; name: string }) {
  const { studentId, firstName, lastName, gender, className } = student;
  return (
    <>
      <td className="text-13 text-muted max-md:hidden">{studentId}</td>
      <th className="name" scope="row">
        <span className="max-md:hidden">{lastName}</span>
        <span className="font-semibold md:hidden">{name}</span>
        <span className="block text-13 text-muted md:hidden">
          {[studentId, gender, className].filter(Boolean).join(" · ")}
        </span>
      </th>
      <td className="max-md:hidden">{firstName}</td>
      <td className="max-md:hidden">{gender}</td>
      <td className="max-md:hidden">{className}</td>
    </>
  );
}

type TeacherCellProps = Pick<RosterRowProps, "student"> & {
  choices: Choice[];
  chosen: string;
  name: string;
  field: RefObject<HTMLSelectElement>;
  describedBy: string | undefined;
  onChoose: () => void;
};

function TeacherCell({ student: { key, teacher }, choices, chosen, name, ...rest }: TeacherCellProps) {
  const { field, describedBy, onChoose } = rest;
  return (
    <td className="teacher">
      <input name={`w-${key}`} type="hidden" value={teacher.value} />
      <Chooser
        aria-describedby={describedBy}
        aria-label={`Teacher of ${name}`}
        className="field-box"
        list={field}
        name={`t-${key}`}
        onChoose={onChoose}
        value={chosen}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Chooser>
    </td>
  );
}

/** Whose lesson is gone still is the teacher who has the student. */
function withOwn(teachers: Choice[], own: Choice): Choice[] {
  return teachers.some(({ value }) => value === own.value) ? teachers : [own, ...teachers];
}

function useNeed(key: number, needs: boolean, onNeed: RosterRowProps["onNeed"]) {
  useEffect(() => {
    onNeed(key, needs);
    return () => onNeed(key, false);
  }, [key, needs, onNeed]);
}
