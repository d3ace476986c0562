import { memo, type ReactNode } from "react";
import { PRESENT_AT_TEST, ATTENDANCE_ABBREVIATIONS } from "#domain/attendance.ts";
import { PATHS } from "#domain/paths.ts";
import { formatMissingGrades } from "#domain/subject-results.ts";
import { MARK_TITLES, RATING_SHORT_TITLES } from "#domain/term-reports.ts";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { countColumnsAfterSubject, formatHiddenColumns } from "./marks.rules.ts";
import type {
  CorrectedSubject,
  MarkColumns,
  ReportCorrections,
  ReportMarks,
  ReportSubjectRow,
  ReportTestMark,
} from "../report.ts";
import { joinClassNames } from "#ui/classes.ts";
import { StrikethroughText } from "../../corrections/corrections-panel.tsx";

type MarksTableProps = { marks: ReportMarks; corrections?: ReportCorrections | null };

/** The table of the student's results, with only the columns that this class and term need. */
export const MarksTable = memo(function MarksTable({ marks, corrections = null }: MarksTableProps) {
  const { columns, subjects, average } = marks;
  const hasEdit = subjects.some(({ editUrl }) => editUrl !== null);
  if (subjects.length === 0) {
    return (
      <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}>
        No subjects yet for this student in this term. The school office assigns subjects under Subjects.
      </EmptyState>
    );
  }
  return (
    <>
      <table className="w-full border-b text-left" role="table">
        <caption className="sr-only">Subject marks</caption>
        {subjects.every(({ criteria }) => criteria !== null) ? (
          <CriteriaHead columns={columns} hasEdit={hasEdit} />
        ) : (
          <MarksHead columns={columns} hasEdit={hasEdit} />
        )}
        <tbody className="[&_:is(th,td)]:h-9 short:[&_:is(th,td)]:h-8 [&_:is(th,td)]:border-b [&_:is(th,td)]:px-1.5 md:[&_:is(th,td)]:px-2 [&_:is(th,td)]:py-1 [&_:is(th,td)]:font-normal [&_:is(th,td):first-child]:pl-4 md:[&_:is(th,td):first-child]:pl-5 [&_:is(th,td):last-child]:pr-4 md:[&_:is(th,td):last-child]:pr-5">
          {subjects.map((subject) => (
            <Subject
              columns={columns}
              corrected={corrections?.subjects[subject.subject_id] ?? null}
              hasEdit={hasEdit}
              key={subject.subject_id}
              subject={subject}
            />
          ))}
        </tbody>
        {average === null ? null : (
          <tfoot className="border-t border-t-ink font-bold">
            <tr>
              <th className="h-10 pl-4 md:pl-5" scope="row">
                Average
              </th>
              <AverageCells
                average={average}
                before={corrections?.averageBefore ?? null}
                columns={columns}
                hasEdit={hasEdit}
              />
            </tr>
          </tfoot>
        )}
      </table>
      {columns.workRatings ? <WorkKey /> : null}
    </>
  );
});

/** The line that explains the two abbreviations in the column titles. */
function WorkKey() {
  return (
    <p className="flex flex-wrap gap-x-3 border-b px-4 py-1.5 text-13 text-muted md:px-5">
      <span>
        <strong className="text-ink">{RATING_SHORT_TITLES.application}</strong> {MARK_TITLES.application}
      </span>
      <span>
        <strong className="text-ink">{RATING_SHORT_TITLES.preparedness}</strong> {MARK_TITLES.preparedness}
      </span>
    </p>
  );
}

type SubjectProps = PartProps & { subject: ReportSubjectRow; corrected: CorrectedSubject | null };

/** A subject's row. A row that was corrected after the term is highlighted, with the earlier values struck through. */
function Subject({ columns, hasEdit, subject, corrected }: SubjectProps) {
  const { title, criteria, editUrl } = subject;
  return (
    <tr
      className={
        corrected ? "bg-lit [&>th]:border-l-4 [&>th]:!border-l-red [&>th]:!font-semibold" : undefined
      }
    >
      <th className="max-md:[overflow-wrap:anywhere] md:min-w-[6rem]" scope="row">
        {title}
        <Beneath columns={columns} subject={subject} />
        {subject.made === undefined ? null : <span className="block text-13 text-muted">{subject.made}</span>}
        {subject.remark === undefined ? null : (
          <span className="block text-13 italic">
            <span className="sr-only">Remark: </span>
            {subject.remark}
          </span>
        )}
        {corrected ? <span className="block text-13 font-normal">Corrected by {corrected.by}</span> : null}
      </th>
      {criteria ? (
        <Criteria before={corrected?.criteria ?? {}} columns={columns} criteria={criteria} />
      ) : (
        <Marks columns={columns} corrected={corrected} subject={subject} />
      )}
      {hasEdit ? (
        <td className="text-right">
          {editUrl ? (
            <SaveAndLeaveLink
              className="text-13 text-muted hover:text-red touch:py-3"
              data-dialog=""
              preventScrollReset
              to={editUrl}
            >
              Change<span className="sr-only"> or delete {title}</span>
            </SaveAndLeaveLink>
          ) : null}
        </td>
      ) : null}
    </tr>
  );
}

/** The teacher to ask about a missing mark and, on a narrow screen, the hidden columns. */
function Beneath({ columns, subject }: Omit<SubjectProps, "hasEdit" | "corrected">) {
  const { teacher, mark, grade, criteria, tests } = subject;
  const grades = criteria ? criteria.map((item) => item.grade) : [mark ?? grade];
  const isMissing =
    grades.includes(null) &&
    tests.exam.attendance === PRESENT_AT_TEST &&
    tests.course.attendance === PRESENT_AT_TEST;
  return (
    <>
      {isMissing ? (
        <span className="block text-13 text-muted empty:hidden">
          {[formatMissingGrades(grades), teacher].filter(Boolean).join(", ")}
        </span>
      ) : null}
      <span className="block text-13 text-muted empty:hidden lg:hidden">
        {formatHiddenColumns(subject, columns)}
      </span>
    </>
  );
}

function Marks({ columns, subject, corrected }: Omit<SubjectProps, "hasEdit">) {
  const { tests, isGraded, max_mark, percentage, grade, application, preparedness } = subject;
  return (
    <>
      <td className="text-right text-muted max-lg:hidden">{isGraded ? "" : max_mark}</td>
      {columns.tests.map(({ test, wideOnly }) => (
        <MarkCell
          {...tests[test]}
          before={corrected?.tests[test] ?? null}
          key={test}
          of={subject}
          wideOnly={wideOnly}
        />
      ))}
      <td className="text-right !font-bold">
        <Before value={corrected?.percentage} />
        {percentage === null ? "" : `${percentage}%`}
      </td>
      <td className="text-center max-md:!pr-4">
        <Before value={corrected?.grade} />
        {grade}
      </td>
      {columns.workRatings ? <td className="text-center max-lg:hidden">{application}</td> : null}
      {columns.workRatings ? <td className="text-center max-lg:hidden">{preparedness}</td> : null}
    </>
  );
}

/** The earlier value of a cell that was corrected. */
function Before({ value }: { value: string | null | undefined }) {
  return value ? <StrikethroughText>{value}</StrikethroughText> : null;
}

type CriteriaProps = {
  columns: MarkColumns;
  criteria: NonNullable<ReportSubjectRow["criteria"]>;
  /** The earlier grades of corrected criteria, by title. */
  before: CorrectedSubject["criteria"];
};

/** Shows the subject's criteria, with grades from 1 to 5, in place of marks. */
function Criteria({ columns, criteria, before }: CriteriaProps) {
  return (
    <td className="!py-2" colSpan={countColumnsAfterSubject(columns)}>
      <dl className="grid gap-x-6 text-13 lg:grid-cols-2">
        {criteria.map(({ detail, grade }) => (
          <div className="flex justify-between gap-3" key={detail}>
            <dt className="text-muted">{detail}</dt>
            <dd className="font-semibold">
              <Before value={before[detail]} />
              {grade ?? "–"}
            </dd>
          </div>
        ))}
      </dl>
    </td>
  );
}

type AverageProps = PartProps & { average: string; before: string | null };

function AverageCells({ average, before, columns, hasEdit }: AverageProps) {
  const wide = columns.tests.filter(({ wideOnly }) => wideOnly).length;
  return (
    <>
      <td className="max-lg:hidden" colSpan={1 + wide} />
      <td className="whitespace-nowrap px-2 text-right" colSpan={1 + columns.tests.length - wide}>
        <Before value={before} />
        {average}
      </td>
      <td />
      {columns.workRatings ? <td className="max-lg:hidden" colSpan={2} /> : null}
      {hasEdit ? <td /> : null}
    </>
  );
}

type MarkCellProps = ReportTestMark & {
  of: Pick<ReportSubjectRow, "max_mark" | "isGraded">;
  /** Whether a narrow screen shows the column's values under the subject instead. */
  wideOnly: boolean;
  /** The mark before it was corrected after the term; null if it was not corrected. */
  before: string | null;
};

/** Shows a mark, 'Abs', 'NW' or a dash, with the maximum if it differs from the row's Max Mark. */
function MarkCell({ mark, most, attendance, of: { max_mark, isGraded }, wideOnly, before }: MarkCellProps) {
  const isAway = attendance !== PRESENT_AT_TEST;
  return (
    <td className={joinClassNames("whitespace-nowrap text-right", wideOnly && "max-lg:hidden")}>
      <Before value={before} />
      {isAway
        ? ATTENDANCE_ABBREVIATIONS[attendance]
        : (mark ?? (isGraded ? "" : <span className="text-muted">–</span>))}
      {!isAway && mark !== null && most !== null && most !== max_mark ? (
        <span className="text-13 text-muted">/{most}</span>
      ) : null}
    </td>
  );
}

type PartProps = { columns: MarkColumns; hasEdit: boolean };

const HEAD =
  "border-b border-red bg-cream-2 text-13 [&_th]:px-1.5 [&_th]:py-2.5 [&_th]:font-semibold md:[&_th]:px-2 " +
  "[&_th:first-child]:pl-4 [&_th:last-child]:pr-4 md:[&_th:first-child]:pl-5 md:[&_th:last-child]:pr-5";

function CriteriaHead({ columns, hasEdit }: PartProps) {
  return (
    <thead className={HEAD}>
      <tr>
        <th scope="col">Subject</th>
        <th colSpan={countColumnsAfterSubject(columns)} scope="col">
          Criteria, graded from 1 to 5
        </th>
        {hasEdit ? <EditHead /> : null}
      </tr>
    </thead>
  );
}

function MarksHead({ columns, hasEdit }: PartProps) {
  const { tests, workRatings } = columns;
  return (
    <thead className={HEAD}>
      <tr>
        <th scope="col">Subject</th>
        <HeadCell className="max-lg:hidden">Max Mark</HeadCell>
        {tests.map(({ test, title, wideOnly }) => (
          <HeadCell className={wideOnly ? "max-lg:hidden" : undefined} key={test}>
            {title}
          </HeadCell>
        ))}
        <HeadCell>%</HeadCell>
        <HeadCell className="!text-center max-md:!pr-4">Grade</HeadCell>
        {workRatings ? <WorkHead field="application" /> : null}
        {workRatings ? <WorkHead field="preparedness" /> : null}
        {hasEdit ? <EditHead /> : null}
      </tr>
    </thead>
  );
}

function EditHead() {
  return (
    <HeadCell>
      <span className="sr-only">Change</span>
    </HeadCell>
  );
}

function HeadCell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th className={joinClassNames("text-right leading-4", className)} scope="col">
      {children}
    </th>
  );
}

/** The abbreviation of a long title. The line below the table explains it. */
function WorkHead({ field }: { field: keyof typeof RATING_SHORT_TITLES }) {
  return (
    <HeadCell className="!text-center max-lg:hidden">
      <abbr className="no-underline" title={MARK_TITLES[field]}>
        {RATING_SHORT_TITLES[field]}
      </abbr>
    </HeadCell>
  );
}
