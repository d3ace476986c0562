import { Fragment } from "react";
import type { StudentSessions } from "./sessions.ts";

const FIGURES = [
  { name: "total", title: "Sessions" },
  { name: "absent", title: "Absent" },
  { name: "late", title: "Late" },
] as const;

type Figure = (typeof FIGURES)[number]["name"];

/** Shows the figures of the reports, and those of the register if they differ. */
export function SessionsTable({ students, title }: { students: readonly StudentSessions[]; title: string }) {
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

/** Shows `4 → 6` with the new figure in bold, or one figure alone if it stays. */
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
