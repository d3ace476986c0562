import { Link } from "@remix-run/react";
import type { ImportOutcome } from "#domain/people/imports.ts";
import { withQuery } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { joinClassNames } from "#ui/classes.ts";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { ImportView } from "./imports.server.ts";

type Sheets = NonNullable<ImportView["sheets"]>;
type Sheet = Sheets[number];
type SheetsProps = { shown: ImportView; sheets: Sheets };

/** A line of the table: a sheet, or all sheets together. */
type Line = Pick<Sheet, "title" | "all" | ImportOutcome> & { sheet: Sheet | null; place: number | null };

const COUNTS = [
  { key: "all", title: "Rows", look: "" },
  { key: "created", title: "Created", look: "" },
  { key: "changed", title: "Changed", look: "" },
  { key: "unchanged", title: "Unchanged", look: "" },
  { key: "choose", title: "To decide", look: "font-semibold text-colleague" },
  { key: "refused", title: "Refused", look: "font-semibold text-refused" },
] as const;

function columnsOf({ base, sheet: current }: ImportView): readonly DataTableColumn<Line>[] {
  return [
    {
      key: "place",
      title: "",
      width: "w-12",
      wideOnly: true,
      className: "text-muted",
      cell: ({ place }) => place,
    },
    {
      key: "sheet",
      title: "Sheet",
      names: true,
      cell: ({ sheet, title, ...counts }) => (
        <span className="block w-full">
          {sheet ? (
            <Link
              aria-current={sheet.kind === current ? "true" : undefined}
              className="inline-flex min-h-9 items-center font-semibold touch:min-h-11"
              preventScrollReset
              to={withQuery(base, { sheet: sheet.kind })}
            >
              {title}
            </Link>
          ) : (
            <strong>{title}</strong>
          )}
          <span className="block text-13 font-normal text-muted md:hidden">
            {[describeCounts(counts), ...(sheet ? listNotes(sheet) : [])].join(". ")}
          </span>
        </span>
      ),
    },
    ...COUNTS.map(({ key, title, look }): DataTableColumn<Line> => ({
      key,
      title,
      numeric: true,
      width: "w-28",
      wideOnly: true,
      cell: (line) => <Count count={line[key]} look={joinClassNames(look, line.sheet ? "" : "font-bold")} />,
    })),
    {
      key: "notes",
      title: "Notes",
      wideOnly: true,
      className: "break-words text-13 text-muted",
      cell: ({ sheet }) => (sheet ? listNotes(sheet).join(". ") || "–" : <Balanced />),
    },
  ];
}

/** Shows the sheets of a workbook in the order in which they are imported, and how many rows have each outcome. */
export function WorkbookSheetsTable({ shown, sheets }: SheetsProps) {
  const { all, ...outcomes } = shown.counts;
  const isBalanced = Object.values(outcomes).reduce((sum, count) => sum + count, 0) === all;
  const lines: Line[] = sheets.map((sheet, index) => ({ ...sheet, sheet, place: index + 1 }));
  const total: Line = { ...shown.counts, title: "All sheets", sheet: null, place: null };
  return (
    <Panel className="mb-4" flush title="Sheets">
      <DataTable
        caption="Sheets in the workbook"
        columns={columnsOf(shown)}
        empty={null}
        rowKey={({ title }) => title}
        rows={isBalanced ? [...lines, total] : lines}
      />
      {isBalanced ? <div className="double-rule mx-4 mb-3 md:mx-5" /> : null}
      {shown.unread.length === 0 ? null : (
        <p className="break-words border-t border-line px-4 py-3 text-muted md:px-5">
          {`Sheets that are not in the template were not read: ${shown.unread.join(", ")}.`}
        </p>
      )}
      {shown.pulled ? <RefusedWithStudents base={shown.base} pulled={shown.pulled} /> : null}
    </Panel>
  );
}

function Balanced() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-saved">
      <Icon name="tick" />
      All rows are counted
    </span>
  );
}

type Pulled = { base: string; pulled: NonNullable<ImportView["pulled"]> };

/** Lists the rows of other sheets that are refused because the student's own row is refused. */
function RefusedWithStudents({ base, pulled: { students, sheets } }: Pulled) {
  if (students === 0) return null;
  const rows = sheets.reduce((sum, { count }) => sum + count, 0);
  const named = sheets.map(({ title, count }) => `${count.toLocaleString("en")} on ${title}`).join(", ");
  return (
    <p className="border-t border-line px-4 py-3 md:px-5">
      {`${formatCountOf(students, "student")} on the sheet Students ${students === 1 ? "is" : "are"} refused. `}
      {`${formatCountOf(rows, "row")} of other sheets ${rows === 1 ? "is" : "are"} refused too, because ${rows === 1 ? "it names" : "they name"} ${students === 1 ? "this student" : "these students"}: ${named}. `}
      <Link
        className="inline-flex min-h-9 items-center touch:min-h-11"
        preventScrollReset
        to={withQuery(base, { sheet: "students", show: "refused" })}
      >
        {students === 1 ? "Show the refused student" : "Show the refused students"}
      </Link>
    </p>
  );
}

function Count({ count, look }: { count: number; look: string }) {
  if (count === 0) return <span className="text-muted">–</span>;
  return <span className={joinClassNames(look)}>{count.toLocaleString("en")}</span>;
}

const MOST_REASONS = 3;

/** Returns text such as `Refused for Date of Birth (6), Class (1)` and `Column left out: Remark`. */
function listNotes({ refusedFor, left }: Sheet): string[] {
  const fields = refusedFor
    .slice(0, MOST_REASONS)
    .map(({ field, count }) => `${field} (${count.toLocaleString("en")})`)
    .join(", ");
  const more = refusedFor.length > MOST_REASONS ? " and more" : "";
  const columns = left.length === 1 ? "Column left out" : "Columns left out";
  return [
    ...(fields === "" ? [] : [`Refused for ${fields}${more}`]),
    ...(left.length === 0 ? [] : [`${columns}: ${left.join(", ")}`]),
  ];
}

/** Returns text such as `3 rows: 2 created, 1 refused`, for a phone. */
function describeCounts({ all, ...counts }: Omit<Line, "title" | "sheet" | "place">): string {
  const parts = COUNTS.flatMap(({ key, title }) => {
    const count = key === "all" ? 0 : counts[key];
    return count === 0 ? [] : `${count.toLocaleString("en")} ${title.toLowerCase()}`;
  });
  return `${formatCountOf(all, "row")}: ${parts.join(", ")}`;
}
