import type { ReactNode } from "react";
import { LabelledCellRow } from "#ui/page/cell-strip.tsx";
import type { Sheet } from "./sheet.ts";
import { TestLink } from "./sheet-head.tsx";

/** Shows the test, teacher, year, term and number of students in a bar above the table. */
export function SheetInfoBar({ sheet, tools = null }: { sheet: Sheet; tools?: ReactNode }) {
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
