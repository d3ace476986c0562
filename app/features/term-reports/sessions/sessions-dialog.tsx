import { Fragment } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons, DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import type {
  ManualFiguresHandling,
  SessionsOutcome,
  SessionsPlan,
  StudentSessions,
} from "./sessions.rules.ts";
import type { CopySessionsView } from "./copy-sessions.server.ts";

const TITLE = "Copy sessions from the register";

/** Shows what copying would change. The user must choose whether to overwrite numbers entered by hand. */
export function CopySessionsDialog({ view }: { view: CopySessionsView }) {
  const { closeTo, classLabel, period, marked, students, closed, seen } = view;
  const [form] = useActionForm("take-sessions");
  const of = (outcome: SessionsOutcome) => students.filter((student) => student.outcome === outcome);
  const [toAsk, taken, same, left] = [of("asked"), of("taken"), of("same"), of("left")];
  const canTake = closed === null && left.length < students.length;
  const close = <DialogLink to={closeTo}>Close</DialogLink>;
  return (
    <Dialog actions={canTake ? null : close} closeTo={closeTo} title={TITLE} width="record">
      {closed ? (
        <NoticeBox icon="refused" tone="refused">
          <span role="alert">{closed}</span>
        </NoticeBox>
      ) : null}
      <p>
        {classLabel}, {period}. {marked} {afterwards(view)}
      </p>
      {canTake ? (
        <ActionForm
          form={form}
          preventScrollReset
          rejectedTitle="The sessions were not copied"
          replace
          unansweredHint="Check the reports. If the sessions have not changed, try again."
        >
          {/* This hidden field is not bound to the form's state. After a conflict it has the fingerprint of the plan
              that the dialog shows now. */}
          <input name="seen" type="hidden" value={seen} />
          {toAsk.length > 0 ? <AskedFigures count={toAsk.length} /> : null}
          <SessionsTable
            students={toAsk}
            title={`Entered by hand, compared with the register (${toAsk.length})`}
          />
          <SessionsTable students={taken} title={`Copied from the register (${taken.length})`} />
          {same.length > 0 ? <p className="text-muted">{sameWords(same.length)}</p> : null}
          <LeftOut students={left} />
          <DialogButtons closeTo={closeTo}>
            <BusyButton busy="Copying">Copy sessions</BusyButton>
          </DialogButtons>
        </ActionForm>
      ) : (
        <LeftOut students={left} />
      )}
    </Dialog>
  );
}

/**
 * Asks about numbers entered by hand. Neither option is preselected, so that nobody overwrites the numbers by accident.
 */
function AskedFigures({ count }: { count: number }) {
  const what = `${formatCountOf(count, "report")} ${count === 1 ? "has" : "have"}`;
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">
        {what} figures entered by hand that differ from the register
      </legend>
      <Choice value="keep" words={"Keep the figures entered by hand"} />
      <Choice value="overwrite" words={"Replace these figures with the figures from the register"} />
    </fieldset>
  );
}

function Choice({ value, words }: { value: ManualFiguresHandling; words: string }) {
  return (
    <label className="flex min-h-9 items-center gap-2.5 touch:min-h-11">
      <input
        className="size-4 shrink-0 accent-red touch:size-5"
        name="byHand"
        required
        type="radio"
        value={value}
      />
      {words}
    </label>
  );
}

function LeftOut({ students }: { students: readonly StudentSessions[] }) {
  if (students.length === 0) return null;
  return (
    <div className="text-muted">
      <p>
        {students.length === 1 ? "1 report stays as it is:" : `${students.length} reports stay as they are:`}
      </p>
      <ul className="list-disc pl-5">
        {students.map(({ studentKey, name, reason }) => (
          <li key={studentKey}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

function sameWords(count: number): string {
  return count === 1
    ? "1 report already has the register’s figures."
    : `${count} reports already have the register’s figures.`;
}

/** Returns a warning that changes to signed or posted reports are shown on the reports. */
function afterwards({ signed, isPosted }: SessionsPlan): string {
  const said = [
    signed > 0
      ? `${formatCountOf(signed, "report")} ${signed === 1 ? "is" : "are"} signed. A signed report will show ‘Changed since signed’ if its figures change.`
      : null,
    isPosted ? "These reports are posted. Reports that change will show ‘Changed since posted’." : null,
  ];
  return said.filter(Boolean).join(" ");
}

const FIGURES = [
  { name: "total", title: "Sessions" },
  { name: "absent", title: "Absent" },
  { name: "late", title: "Late" },
] as const;

type Figure = (typeof FIGURES)[number]["name"];

/** Shows the numbers in the reports, and the numbers of the register where they differ. */
function SessionsTable({ students, title }: { students: readonly StudentSessions[]; title: string }) {
  if (students.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-sans text-15 font-semibold" id={idOf(title)}>
        {title}
      </h3>
      <table aria-labelledby={idOf(title)} className="w-full border-y text-left">
        <thead className="text-13 text-muted">
          <tr className="border-b">
            <th className="py-1 font-normal" scope="col">
              Student
            </th>
            {FIGURES.map((figure) => (
              <th
                className="w-24 py-1 pl-1 text-right font-normal max-md:w-[60px]"
                key={figure.name}
                scope="col"
              >
                {figure.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {students.map((student) => (
            <tr key={student.studentKey}>
              <th className="min-w-0 break-words py-1.5 font-normal" scope="row">
                {student.name}
              </th>
              {FIGURES.map(({ name }) => (
                <td className="py-1.5 pl-1 text-right" key={name}>
                  <Change name={name} student={student} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows a changed number as `4 → 6`, with the new one in bold, or an unchanged number alone. */
function Change({ name, student: { written, register } }: { name: Figure; student: StudentSessions }) {
  if (written[name] === register[name]) return <Fragment>{register[name]}</Fragment>;
  return (
    <span className="whitespace-nowrap max-md:grid max-md:leading-5">
      <span className="text-muted">{written[name] ?? "–"}</span>
      <span aria-hidden="true" className="text-muted max-md:hidden">
        {" "}
        →{" "}
      </span>
      <span className="sr-only"> becomes </span>
      <strong>{register[name]}</strong>
    </span>
  );
}

function idOf(title: string): string {
  return `sessions-${title.split(" ")[0]?.toLowerCase()}`;
}
