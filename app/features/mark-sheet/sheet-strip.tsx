import { CellStrip } from "#ui/cell-strip.tsx";

import type { Sheet } from "./sheet.ts";
import { TestLink } from "./sheet-head.tsx";

/** Test, teacher, year, term and the number of students, joined to the table under it (T2: read-only). */
export function SheetStrip({ sheet }: { sheet: Sheet }) {
  return (
    <CellStrip
      attached
      cells={[
        { label: "Test", value: <TestLink sheet={sheet} /> },
        { label: "Teacher", value: sheet.teacher },
        { label: "Year", value: sheet.yearLabel },
        { label: "Term", value: sheet.term },
        { label: "Total Students", value: sheet.totalStudents, end: true },
      ]}
      className="max-lg:hidden"
    />
  );
}
