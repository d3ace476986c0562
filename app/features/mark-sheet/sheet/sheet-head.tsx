import { ButtonLink, Button, type ButtonKind } from "#ui/form/button.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { type MarkSheetView, markSheetTitle } from "./sheet.ts";
import type { ReactNode } from "react";
import { LabelledCellRow } from "#ui/page/cell-strip.tsx";

export function MarkSheetHead({ sheet }: { sheet: MarkSheetView }) {
  return (
    <PageHead
      about={<AboutOnPhone sheet={sheet} />}
      actions={
        <>
          {isFilledIn(sheet) ? (
            <ButtonLink className="max-lg:hidden" icon="upload" to={uploadUrl(sheet)}>
              Spreadsheet
            </ButtonLink>
          ) : null}
          {sheet.printUrl ? (
            <ButtonLink icon="print" preventScrollReset to={sheet.printUrl}>
              Print
            </ButtonLink>
          ) : null}
          <NextSubjectLink
            className="unscripted:border-field unscripted:bg-paper unscripted:text-ink"
            kind="primary"
            sheet={sheet}
          />
        </>
      }
      title={markSheetTitle(sheet)}
    />
  );
}

function isFilledIn({ canEdit, rows }: MarkSheetView): boolean {
  return canEdit && rows.length > 0;
}

/** Returns the URL of the page that offers the sheet as a spreadsheet and accepts the filled-in file. */
function uploadUrl({ url }: MarkSheetView): string {
  return `${url}/upload`;
}

/** Shows on a phone the details that wider screens show above the table. */
function AboutOnPhone({ sheet }: { sheet: MarkSheetView }) {
  const { rows, rules, totalStudents, openUntil } = sheet;
  const maxMarks = new Set(rows.map(({ maxMark }) => maxMark));
  const [maxMark] = maxMarks;
  return (
    <p className="lg:hidden">
      <TestLink sheet={sheet} />
      {rules.kind === "marks" && maxMarks.size === 1 ? ` · Max Mark ${maxMark}` : null}
      {` · Total Students ${totalStudents}`}
      {openUntil ? ` · Entry open until ${openUntil}` : null}
      {isFilledIn(sheet) ? (
        <>
          {" "}
          <SaveAndLeaveLink className="touch:inline-block touch:py-1.5" to={uploadUrl(sheet)}>
            Spreadsheet
          </SaveAndLeaveLink>
        </>
      ) : null}
    </p>
  );
}

/** Shows the title of the test, as a link to the other tests of this lesson. */
function TestLink({ sheet: { testTitle, backUrl } }: { sheet: MarkSheetView }) {
  return (
    <SaveAndLeaveLink
      className="touch:inline-block touch:py-1.5"
      title="Choose another sheet of this class"
      to={backUrl}
    >
      {testTitle}
    </SaveAndLeaveLink>
  );
}

/** Shows the test, teacher, year, term and number of students in a bar above the table. */
export function MarkSheetInfoBar({ sheet, tools = null }: { sheet: MarkSheetView; tools?: ReactNode }) {
  return (
    <div className="relative max-lg:hidden">
      <LabelledCellRow
        attached
        cells={[
          { label: "Test", value: <TestLink sheet={sheet} /> },
          { label: "Teacher", value: sheet.teacher },
          { label: "Year", value: sheet.yearLabel },
          { label: "Term", value: sheet.term },
          ...(sheet.openUntil === null ? [] : [{ label: "Entry open until", value: sheet.openUntil }]),
          { label: "Total Students", value: sheet.totalStudents, end: true },
        ]}
      />
      {tools ? <div className="absolute inset-y-0 right-36 flex items-center">{tools}</div> : null}
    </div>
  );
}

type NextSubjectProps = { sheet: MarkSheetView; kind?: ButtonKind; className?: string };

/** Links to the same test in the teacher's next subject. After the last subject, shows a disabled button instead. */
export function NextSubjectLink({ sheet: { nextSubjectUrl }, kind, className }: NextSubjectProps) {
  if (!nextSubjectUrl) {
    return (
      <Button className={className} disabled type="button">
        No more subjects
      </Button>
    );
  }
  return (
    <ButtonLink className={className} iconAfter="arrow-right" kind={kind} to={nextSubjectUrl}>
      Next Subject
    </ButtonLink>
  );
}
