import { Link } from "@remix-run/react";
import { withQuery } from "#domain/paths.ts";
import { classes } from "#ui/classes.ts";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { IMPORT_KINDS } from "./imports.ts";
import type { ImportView } from "./imports.server.ts";

type Sheets = NonNullable<ImportView["sheets"]>;
type Sheet = Sheets[number];
type SheetsProps = { shown: ImportView; sheets: Sheets };

const COUNTS = [
  { key: "all", title: "Rows", look: "" },
  { key: "created", title: "Created", look: "" },
  { key: "changed", title: "Changed", look: "" },
  { key: "unchanged", title: "Unchanged", look: "" },
  { key: "choose", title: "To decide", look: "font-semibold text-colleague" },
  { key: "refused", title: "Refused", look: "font-semibold text-refused" },
] as const;

function columnsOf({ base, sheet: current }: ImportView): readonly Column<Sheet>[] {
  return [
    {
      key: "sheet",
      title: "Sheet",
      names: true,
      cell: ({ kind, title }) => (
        <Link
          aria-current={kind === current ? "true" : undefined}
          className="inline-flex min-h-9 items-center font-semibold touch:min-h-11"
          preventScrollReset
          to={withQuery(base, { sheet: kind })}
        >
          {title}
        </Link>
      ),
    },
    ...COUNTS.map(({ key, title, look }): Column<Sheet> => ({
      key,
      title,
      numeric: true,
      width: "w-28",
      cell: (sheet) => <Count count={sheet[key]} look={look} />,
    })),
    {
      key: "left",
      title: "Columns left out",
      className: "break-words text-13 text-muted",
      cell: ({ left }) => (left.length === 0 ? "–" : left.join(", ")),
    },
  ];
}

/** Shows the sheets of a workbook in the order in which they are imported, and how many rows have each outcome. */
export function SheetsTable({ shown, sheets }: SheetsProps) {
  const { all, ...outcomes } = shown.counts;
  const isBalanced = Object.values(outcomes).reduce((sum, count) => sum + count, 0) === all;
  return (
    <Panel
      aside={isBalanced ? `${all.toLocaleString("en")} rows, each in one column` : undefined}
      className="mb-4"
      flush
      title="Sheets"
    >
      <DataTable
        caption={`Sheets of ${IMPORT_KINDS[shown.kind].title}`}
        columns={columnsOf(shown)}
        empty={null}
        rowKey={({ kind }) => kind}
        rows={sheets}
      />
    </Panel>
  );
}

function Count({ count, look }: { count: number; look: string }) {
  if (count === 0) return <span className="text-muted">–</span>;
  return <span className={classes(look)}>{count.toLocaleString("en")}</span>;
}
