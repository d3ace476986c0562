import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { InformationDialog } from "#ui/overlay/dialog.tsx";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { SchoolDayChooser, SchoolDayFigures } from "../day/day-figures.tsx";
import { LevelAttendanceTable } from "../day/level-table.tsx";
import type { StudentAttendance, StudentTermAttendance } from "./read-student.server.ts";
import { AttendanceTermCalendar } from "./term-calendar.tsx";

type TermDialogProps = { student: StudentTermAttendance; closeTo: string };

export function StudentTermDialog({ student, closeTo }: TermDialogProps) {
  const { name, label, words, weeks } = student;
  return (
    <InformationDialog closeTo={closeTo} title={name}>
      <p className="-mt-3">
        {label}. <span className="text-muted">{words}.</span>
      </p>
      <AttendanceTermCalendar weeks={weeks} />
    </InformationDialog>
  );
}

type AttendanceDialogProps = StudentAttendance & {
  /** The parameters of the URL other than the day. */
  kept: readonly (readonly [name: string, value: string])[];
  dayTo: (day: string) => string;
  closeTo: string;
  backLabel: string;
};

/** The View Attendance dialog: the student's own days, and below them the school's figures for the day. */
export function AttendanceDialog({
  student,
  choice,
  figures,
  kept,
  dayTo,
  closeTo,
  backLabel,
}: AttendanceDialogProps) {
  const { name, label, shown, words, weeks } = student;
  return (
    <RecordDialog
      about={`${label} · ${shown}`}
      aside={
        <SchoolDayChooser choice={choice} dayTo={dayTo}>
          {kept.map(([field, value]) => (
            <input key={field} name={field} type="hidden" value={value} />
          ))}
        </SchoolDayChooser>
      }
      backLabel={backLabel}
      closeTo={closeTo}
      foot={
        <DialogLink className="ml-auto" to={closeTo}>
          Close
        </DialogLink>
      }
      isReadOnly
      title={`Attendance, ${name}`}
      width="roster"
    >
      <Panel className="mb-4" title="Days of the term">
        <p className="mb-3">{words}.</p>
        <AttendanceTermCalendar weeks={weeks} />
      </Panel>
      {figures === null ? null : (
        <section aria-labelledby="school-day">
          <h2 className="mb-3 mt-6" id="school-day">
            The whole school, {choice.words}
          </h2>
          <SchoolDayFigures figures={figures} />
          <LevelAttendanceTable figures={figures} levelTo={null} />
        </section>
      )}
    </RecordDialog>
  );
}
