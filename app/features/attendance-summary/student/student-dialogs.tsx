import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { InformationDialog } from "#ui/overlay/dialog.tsx";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { DayChooser, SchoolDayFigures } from "../day/day-figures.tsx";
import { LevelAttendanceTable } from "../day/level-table.tsx";
import type { DaySummary } from "../summary.ts";
import type { StudentTerm } from "./read-student.server.ts";
import { TermCalendar } from "./term-calendar.tsx";

type TermDialogProps = { student: StudentTerm; closeTo: string };

export function StudentTermDialog({ student, closeTo }: TermDialogProps) {
  const { name, label, words, weeks } = student;
  return (
    <InformationDialog closeTo={closeTo} title={name}>
      <p className="-mt-3">
        {label}. <span className="text-muted">{words}.</span>
      </p>
      <TermCalendar weeks={weeks} />
    </InformationDialog>
  );
}

type AttendanceDialogProps = {
  student: StudentTerm;
  figures: DaySummary;
  /** The parameters of the URL other than the day. */
  kept: readonly (readonly [name: string, value: string])[];
  dayTo: (day: string) => string;
  closeTo: string;
  backLabel: string;
};

/** The View Attendance dialog: the school's figures for the day, with the student's own day at the top. */
export function AttendanceDialog({
  student,
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
        <DayChooser choice={figures.choice} dayTo={dayTo}>
          {kept.map(([field, value]) => (
            <input key={field} name={field} type="hidden" value={value} />
          ))}
        </DayChooser>
      }
      backLabel={backLabel}
      closeTo={closeTo}
      foot={
        <DialogLink className="ml-auto" to={closeTo}>
          Close
        </DialogLink>
      }
      title={`Attendance, ${name}`}
      width="roster"
    >
      <Panel className="mb-4" flush>
        <details>
          <summary className="cursor-pointer px-4 py-2.5 md:px-5">
            {words}. <span className="font-semibold text-red">Calendar of the term</span>
          </summary>
          <div className="px-4 pb-4 pt-1 md:px-5">
            <TermCalendar weeks={weeks} />
          </div>
        </details>
      </Panel>
      <SchoolDayFigures figures={figures} />
      <LevelAttendanceTable figures={figures} levelTo={null} />
    </RecordDialog>
  );
}
