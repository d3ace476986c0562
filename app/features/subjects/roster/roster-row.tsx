import { Link, type LinkProps } from "@remix-run/react";
import { useEffect, useRef, useState, type RefObject, type ReactNode } from "react";
import { formatRegisterName } from "#domain/names.ts";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import type { FormReply } from "#domain/form-reply.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { MAY_NOT_BE_SAVED } from "#ui/form/form-result.ts";
import { useSavingForm } from "#ui/form/use-saving-form.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import { findRosterRefusals, findWantedTeacher, type RefusedRosterRow } from "./posted-roster.rules.ts";
import type { RosterOption, RosterStudent } from "../assignment.rules.ts";

type RosterRowProps = {
  student: RosterStudent;
  teachers: RosterOption[];
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  reply: FormReply | null;
  isDeleting: boolean;
  look: ReloadLink;
  onNeed: (key: number, needs: boolean) => void;
};

/**
 * A row of the roster. It saves when its teacher is changed. Without JavaScript, a button of the form saves all rows.
 */
export function SubjectRosterRow(props: RosterRowProps) {
  const { student, teachers, isTicked, onTick, reply, isDeleting, look, onNeed } = props;
  const { key } = student;
  const { field, save, putBack, chosen, state } = useRowSave(student, reply);
  const name = formatRegisterName(student);
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
        <td className="max-md:text-right">
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

type RowState = "saving" | "saved" | RowTrouble | null;

const SECONDS = 4;

/**
 * Saves a row as soon as another teacher is chosen. The request says which teacher the row had.
 * @param sent the response to the form of all rows; a later response to the row itself replaces it
 */
function useRowSave({ key, teacher }: RosterStudent, sent: FormReply | null) {
  const field = useRef<HTMLSelectElement>(null);
  const served = { sent, chosen: findWantedTeacher(sent, key), isOwn: false, isPutBack: false };
  const [row, setRow] = useState(served);
  if (served.chosen !== null && sent !== row.sent) setRow(served);
  const { reply, failure, isBusy, send } = useSavingForm<string>({
    id: `roster-${key}`,
    only: ["author", `w-${key}`, `t-${key}`],
    basedOn: (sent, answer) => {
      const isBack = field.current?.value === teacher.value;
      // The change may have been stored although the request failed. Choosing the earlier teacher again must therefore
      // be saved too.
      const isBase = answer.failure ? isBack : !answer.reply?.error;
      return isBase ? { [`w-${key}`]: String(sent.get(`t-${key}`)) } : null;
    },
    onReply: (answer) => {
      if (!answer.failure && answer.reply?.result)
        showMessage({ text: answer.reply.result, tone: "done", seconds: SECONDS });
    },
  });
  const state = isBusy ? "saving" : stateOf();

  function stateOf(): RowState {
    if (row.isPutBack || row.chosen === null) return null;
    if (row.isOwn && failure) return "lost";
    const last = row.isOwn ? reply : row.sent;
    return last && (findRosterRefusals(last).get(key) ?? "saved");
  }

  function save() {
    const list = field.current;
    if (!list?.form) return;
    const isStored = !isBusy && list.value === teacher.value;
    const isPutBack = isStored && state !== "lost";
    setRow({ ...row, chosen: list.value, isOwn: true, isPutBack });
    const values: Record<string, string> = { intent: "save", alone: "1" };
    // The change may have been stored although the request failed. The next change is therefore compared with the value
    // sent here.
    if (isStored) values[`w-${key}`] = row.chosen ?? list.value;
    if (!isPutBack) send(list.form, values);
  }

  function putBack() {
    if (field.current) field.current.value = teacher.value;
    save();
    field.current?.focus();
  }

  return { field, save, putBack, ...shownOf(state, row.chosen ?? teacher.value, teacher.value) };
}

/** Shows the chosen teacher while a change is not saved, and otherwise the stored teacher. */
function shownOf(state: RowState, chosen: string, stored: string): { state: RowState; chosen: string } {
  if (state === null) return { state, chosen: stored };
  return state === "saved" && chosen !== stored ? { state: null, chosen: stored } : { state, chosen };
}

/** The cells about the student. On a phone the first cell has the data of the whole row. */
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
  choices: RosterOption[];
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
      <AutoSubmitSelect
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
      </AutoSubmitSelect>
    </td>
  );
}

/** Adds the student's own teacher to the options. A teacher whose lesson no longer exists still has the student. */
function withOwn(teachers: RosterOption[], own: RosterOption): RosterOption[] {
  return teachers.some(({ value }) => value === own.value) ? teachers : [own, ...teachers];
}

function useNeed(key: number, needs: boolean, onNeed: RosterRowProps["onNeed"]) {
  useEffect(() => {
    onNeed(key, needs);
    return () => onNeed(key, false);
  }, [key, needs, onNeed]);
}

/** The reason why a row needs attention. `lost` means that no response arrived. */
type RowTrouble = RefusedRosterRow | "lost";

export type ReloadLink = Pick<LinkProps, "to" | "onClick">;

type RosterTroubleProps = {
  id: string;
  trouble: RowTrouble;
  /** The student's current teacher, and the requested one. */
  now: string;
  wanted: string;
  look: ReloadLink;
  onSave: () => void;
  onPutBack: () => void;
};

/** The line below a row that was not saved, with the reason and buttons to resolve it. */
function RosterTrouble({ id, trouble, now, wanted, look, onSave, onPutBack }: RosterTroubleProps) {
  const kind = kindOf(trouble);
  const isTheirs = kind === "changed";
  return (
    <tr data-state={kind}>
      <td className="reason" colSpan={9} id={id}>
        <div className="flex flex-wrap items-center gap-x-5">
          <span role="status">
            <SaveStatus kind={kind}>{wordsOf(trouble, now)}</SaveStatus>
          </span>
          <span className="inline-flex flex-wrap gap-x-5 unscripted:hidden">
            {isTheirs ? <Act onClick={onSave}>Keep {wanted}</Act> : null}
            {trouble === "lost" ? <Act onClick={onSave}>Try again</Act> : null}
            {isGone(trouble) ? (
              <Link className="inline-flex min-h-6 items-center" {...look} preventScrollReset>
                Reload the list
              </Link>
            ) : (
              <Act onClick={onPutBack}>
                {isTheirs ? "Use" : "Go back to"} {now}
              </Act>
            )}
          </span>
        </div>
      </td>
    </tr>
  );
}

function Act({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button className="as-link min-h-6" onClick={onClick} type="button">
      {children}
    </button>
  );
}

function isGone(trouble: RowTrouble): boolean {
  return trouble !== "lost" && trouble.cause === "gone";
}

function kindOf(trouble: RowTrouble): "refused" | "changed" {
  return trouble !== "lost" && trouble.cause === "changed" ? "changed" : "refused";
}

function wordsOf(trouble: RowTrouble, now: string): string {
  if (trouble === "lost") return `${PEOPLE_MESSAGES.teacherNotUpdated} ${MAY_NOT_BE_SAVED}`;
  if (trouble.cause === "changed") return `The teacher was changed to ${now}`;
  return `Not saved: ${trouble.reason}`;
}
