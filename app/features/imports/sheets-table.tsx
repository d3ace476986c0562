import { Link } from "@remix-run/react";
import { withQuery } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { IMPORT_KIND_TEXTS } from "./imports.ts";
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
      cell: ({ kind, title, ...counts }) => (
        <span className="block w-full">
          <Link
            aria-current={kind === current ? "true" : undefined}
            className="inline-flex min-h-9 items-center font-semibold touch:min-h-11"
            preventScrollReset
            to={withQuery(base, { sheet: kind })}
          >
            {title}
          </Link>
          <span className="block text-13 font-normal text-muted md:hidden">{describeCounts(counts)}</span>
        </span>
      ),
    },
    ...COUNTS.map(({ key, title, look }): Column<Sheet> => ({
      key,
      title,
      numeric: true,
      width: "w-28",
      wideOnly: true,
      cell: (sheet) => <Count count={sheet[key]} look={look} />,
    })),
    {
      key: "left",
      title: "Columns left out",
      wideOnly: true,
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
      aside={isBalanced ? `${all.toLocaleString("en")} rows in all` : undefined}
      className="mb-4"
      flush
      title="Sheets"
    >
      <DataTable
        caption={`Sheets of ${IMPORT_KIND_TEXTS[shown.kind].title}`}
        columns={columnsOf(shown)}
        empty={null}
        rowKey={({ kind }) => kind}
        rows={sheets}
      />
      {shown.unread.length === 0 ? null : (
        <p className="break-words border-t border-line px-4 py-3 text-muted md:px-5">
          {`Not read, because the template has no sheet with this name: ${shown.unread.join(", ")}.`}
        </p>
      )}
    </Panel>
  );
}

function Count({ count, look }: { count: number; look: string }) {
  if (count === 0) return <span className="text-muted">–</span>;
  return <span className={joinClassNames(look)}>{count.toLocaleString("en")}</span>;
}

/** Returns text such as `3 rows: 2 created, 1 refused. Left out: Remark`, for a phone. */
function describeCounts({ all, left, ...counts }: Omit<Sheet, "kind" | "title">): string {
  const parts = COUNTS.flatMap(({ key, title }) => {
    const count = key === "all" ? 0 : counts[key];
    return count === 0 ? [] : `${count.toLocaleString("en")} ${title.toLowerCase()}`;
  });
  const words = `${all.toLocaleString("en")} ${all === 1 ? "row" : "rows"}: ${parts.join(", ")}`;
  return left.length === 0 ? words : `${words}. Left out: ${left.join(", ")}`;
}
