import { Link } from "@remix-run/react";
import { ABSENT_DAYS_BEFORE_CALL, formatOrdinal } from "#domain/daily/attendance-limits.ts";
import { formatClassCount, formatCountOf } from "#domain/text/noun.ts";
import { PHONE_PREFIX } from "#domain/text/phone.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { TextField } from "#ui/form/fields/fields.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { attendanceDialogUrl, type AttendanceSummaryParams } from "../params.rules.ts";
import type { AbsentClass, AbsentStudent, DaySummary } from "../summary.ts";
import { MAX_CALL_NOTE_LENGTH } from "./absent.rules.ts";
import type { CallNoteInput, CallNoteView } from "./absent.server.ts";

type AbsentPanelProps = { absent: readonly AbsentStudent[]; params: AttendanceSummaryParams };

/** Lists the students to call, who were absent for three school days in a row, with the longest absence first. */
export function StudentsToCallPanel({ absent, params }: AbsentPanelProps) {
  const toCall = absent.filter(({ called }) => called === null).length;
  return (
    <Panel aside={absent.length > 0 ? `${toCall} to call` : null} flush title="Absent for three days or more">
      {absent.length === 0 ? (
        <p className="px-4 py-4 text-muted md:px-5">
          No student has been absent for three school days in a row.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {absent.map((student) => (
            <li className="flex flex-wrap gap-x-4 px-4 py-3 md:px-5" key={student.studentKey}>
              <Who params={params} student={student} />
              <Number contact={student.contact} />
              <Call params={params} student={student} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type OfStudent = { student: AbsentStudent; params: AttendanceSummaryParams };

function Who({ student: { studentKey, name, label, days, since, reason, contact }, params }: OfStudent) {
  return (
    <div className="min-w-0 grow basis-40">
      <p>
        <Link
          className="font-semibold text-ink no-underline hover:text-red hover:underline touch:py-1.5"
          preventScrollReset
          to={attendanceDialogUrl(studentKey, { what: "term", params })}
        >
          {name}
        </Link>
        , {label}
      </p>
      <p className="text-13 text-muted">
        <strong className="text-red">{days} days</strong>, since {since}
        {reason ? ` · ${reason}` : null}
      </p>
      {contact ? <p className="text-13 text-muted md:hidden">{contact.who}</p> : null}
    </div>
  );
}

function Number({ contact }: Pick<AbsentStudent, "contact">) {
  if (contact === null) return <p className="text-13 text-muted">No phone number in the record</p>;
  const { phone, who } = contact;
  return (
    <div className="md:text-right">
      <a
        className="font-semibold text-ink no-underline hover:text-red hover:underline max-md:flex max-md:min-h-11 max-md:items-center max-md:gap-2.5 max-md:rounded max-md:border max-md:border-field max-md:px-5"
        href={`tel:+${PHONE_PREFIX}${phone.replaceAll(" ", "")}`}
      >
        <Icon className="text-red md:hidden" name="phone" />
        {phone}
      </a>
      <p className="text-13 text-muted max-md:hidden">{who}</p>
    </div>
  );
}

function Call({ student: { studentKey, name, called }, params }: OfStudent) {
  const words = called === null ? "Record a call" : "Change";
  return (
    <p className="flex basis-full items-baseline justify-between gap-4 text-13">
      {called === null ? (
        <span className="text-muted">Not called yet</span>
      ) : (
        <span className="min-w-0 break-words text-saved">
          <Icon className="mr-1.5 inline-block align-text-bottom" name="tick" size={15} />
          {[called.words, called.note].filter(Boolean).join(": ")}
        </span>
      )}
      <Link
        aria-label={`${words}, ${name}`}
        className="row-act shrink-0 print:hidden"
        preventScrollReset
        to={attendanceDialogUrl(studentKey, { what: "call", params })}
      >
        {words}
      </Link>
    </p>
  );
}

type CallDialogProps = { call: CallNoteView; closeTo: string };

export function CallNoteDialog({ call: { name, day, words, note, version }, closeTo }: CallDialogProps) {
  const [form, fields] = useActionForm<CallNoteInput>("note-call", { note, version });
  return (
    <Dialog closeTo={closeTo} title={`Call about ${name}`}>
      <p className="-mt-3 text-13 text-muted">{[`Absent on ${day}`, words].filter(Boolean).join(" · ")}</p>
      <ActionForm form={form} preventScrollReset rejectedTitle="The call was not saved" replace>
        <TextField
          data-first-focus=""
          field={fields.note}
          hint="Note what the family said and what you agreed."
          label="Note (optional)"
          maxLength={MAX_CALL_NOTE_LENGTH}
        />
        <DialogButtons closeTo={closeTo}>
          <BusyButton busy="Saving">Save call</BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

type AbsentTodayProps = { absent: readonly AbsentClass[]; params: AttendanceSummaryParams; title: string };

/** Names every student who is absent all day, by class. */
export function AbsentTodayPanel({ absent, params, title }: AbsentTodayProps) {
  const count = absent.reduce((sum, { students }) => sum + students.length, 0);
  return (
    <Panel aside={formatCountOf(count, "student")} className="mt-4" flush title={title}>
      {count === 0 ? (
        <p className="px-4 py-4 text-muted md:px-5">No student has been marked absent for the whole day.</p>
      ) : (
        <ul className="px-4 py-2 md:columns-2 md:gap-x-8 md:px-5 xl:columns-3">
          {absent.map(({ label, students }) => (
            <li className="break-inside-avoid py-2" key={label}>
              <p className="text-13 font-bold text-muted">{label}</p>
              <ul>
                {students.map((student) => (
                  <li className="min-w-0 break-words touch:py-1.5" key={student.studentKey}>
                    <Link
                      className="text-ink hover:text-red"
                      preventScrollReset
                      to={attendanceDialogUrl(student.studentKey, { what: "term", params })}
                    >
                      {student.name}
                    </Link>
                    <span className="text-13 text-muted">
                      {student.days > 1 ? (
                        <>
                          {", "}
                          <span
                            className={
                              student.days >= ABSENT_DAYS_BEFORE_CALL ? "font-semibold text-red" : undefined
                            }
                          >
                            {formatOrdinal(student.days)} day
                          </span>
                        </>
                      ) : null}
                      {student.reason ? `, ${student.reason}` : null}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type UnmarkedPanelProps = {
  figures: Pick<DaySummary, "unmarked" | "unmarkedClasses" | "listedLevel">;
  /** Returns the URL of a class's register; null for a person who may not read every register. */
  registerTo: ((classId: number) => string) | null;
};

/** Lists the classes without a register, with the teachers to ask. */
export function UnmarkedClassesPanel({ figures, registerTo }: UnmarkedPanelProps) {
  const { unmarked, unmarkedClasses: count, listedLevel } = figures;
  return (
    <Panel aside={count === 0 ? null : formatClassCount(count)} flush title="No register yet">
      {count > 0 ? <ListedLevelNote className="px-4 pt-3 md:px-5" level={listedLevel} /> : null}
      {count === 0 ? (
        <p className="px-4 py-4 text-muted md:px-5">Every class has marked its register.</p>
      ) : (
        <ul className="divide-y divide-line">
          {unmarked.map(({ classId, label, teachers, students, lastRegister }) => (
            <li className="flex justify-between gap-4 px-4 py-3 md:px-5" key={classId}>
              <div className="min-w-0">
                <p>
                  {registerTo === null ? (
                    <strong>{label}</strong>
                  ) : (
                    <Link className="font-bold touch:py-1.5" to={registerTo(classId)}>
                      {label}
                      <span className="sr-only">, register</span>
                    </Link>
                  )}
                  {teachers ? `, ${teachers}` : null}
                </p>
                <p className="text-13 text-muted">
                  {lastRegister === null ? "No register this term" : `Last register ${lastRegister}`}
                </p>
              </div>
              <p className="shrink-0 text-13 text-muted">{formatCountOf(students, "student")}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type ListedLevelProps = { level: string | null; className?: string };

/** Shows which level's classes are listed, in a school with too many classes for one list. */
export function ListedLevelNote({ level, className }: ListedLevelProps) {
  if (level === null) return null;
  return (
    <p className={joinClassNames("text-13 text-muted", className)}>
      The list shows the classes of {level}. Choose another level under ‘By class level’ to see its classes.
    </p>
  );
}
