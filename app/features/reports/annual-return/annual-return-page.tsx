import { Link } from "@remix-run/react";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { annualReturnUrl, type AnnualReturnView } from "./theme.rules.ts";

type Check = AnnualReturnView["checks"][number];
type Sheet = AnnualReturnView["sheets"][number];

const CHECKS: readonly DataTableColumn<Check>[] = [
  {
    key: "title",
    title: "Check",
    names: true,
    cell: ({ id, title, isFound }) =>
      isFound ? <FigureLink figure={id}>{title}</FigureLink> : <span>{title}</span>,
  },
  { key: "records", title: "Records", numeric: true, width: "w-28", cell: (check) => <Records {...check} /> },
  {
    key: "meaning",
    title: "Effect on the return",
    prose: true,
    cell: ({ meaning }) => <span className="text-muted">{meaning}</span>,
  },
];

const SHEETS: readonly DataTableColumn<Sheet>[] = [
  {
    key: "name",
    title: "Sheet",
    names: true,
    width: "w-40",
    cell: ({ id, name }) => <FigureLink figure={id}>{name}</FigureLink>,
  },
  {
    key: "total",
    title: "Total",
    numeric: true,
    width: "w-28",
    cell: ({ total }) => <strong>{total}</strong>,
  },
  {
    key: "about",
    title: "People counted",
    wideOnly: true,
    cell: ({ about }) => <span className="text-muted">{about}</span>,
  },
];

/** Shows the sheets of the annual return, and the problems to correct before the school sends it. */
export function AnnualReturnPage({ about, checks, sheets }: AnnualReturnView) {
  const left = checks.filter(({ isFound }) => isFound).length;
  return (
    <>
      <PageHead about={about} actions={<Download />} title="Annual Statistical Return" />
      <Panel
        aside={left === 0 ? "Nothing is missing" : `${left} of ${checks.length} to check`}
        className="mb-4"
        flush
        title="Checks before you send the return"
      >
        <DataTable
          caption="Records to check before you send the return"
          columns={CHECKS}
          empty={null}
          rowKey={({ id }) => id}
          rows={checks}
        />
      </Panel>
      <Panel flush title="Sheets in the return">
        <DataTable
          caption="The sheets of the return"
          columns={SHEETS}
          empty={null}
          rowKey={({ id }) => id}
          rows={sheets}
        />
      </Panel>
    </>
  );
}

/** A plain link, because Remix would treat the download as a page of the app. */
function Download() {
  return (
    <a {...DOWNLOAD_ATTRIBUTE} className="button button-primary" download href="/api/asr?download=1">
      Download as spreadsheet
    </a>
  );
}

function FigureLink({ figure, children }: { figure: string; children: string }) {
  return (
    <Link
      className="inline-flex min-h-6 items-center touch:min-h-11"
      to={annualReturnUrl({ figure, place: null, page: 1 })}
    >
      {children}
    </Link>
  );
}

function Records({ records, isFound }: Check) {
  if (isFound) return <strong>{records}</strong>;
  return (
    <span className="inline-flex items-center gap-1.5 text-saved">
      <Icon name="tick" />
      none
    </span>
  );
}
