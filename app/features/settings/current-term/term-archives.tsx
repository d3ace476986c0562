import { Button, ButtonLink } from "#ui/form/button.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { setTermUrl, type ArchivedTerm } from "./current-term.rules.ts";

/** Every term that the school can be set to; while they are shown nothing is advanced (A4). */
export function TermArchives({ archives }: { archives: readonly ArchivedTerm[] }) {
  return (
    <Panel flush>
      <DataTable
        caption="Term Archives"
        className="people-table"
        columns={COLUMNS}
        empty={<EmptyState action={null}>The school has had no term yet.</EmptyState>}
        rowClass={({ isCurrent }) => (isCurrent ? "[&>:not(:last-child)]:font-bold" : undefined)}
        rowKey={({ id }) => id}
        rows={archives}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t p-4 md:px-5">
        <p className="text-muted">Setting an earlier term moves nobody. It says first what it means.</p>
        <Button disabled type="button">
          Advance Term
        </Button>
      </div>
    </Panel>
  );
}

const COLUMNS: readonly Column<ArchivedTerm>[] = [
  { key: "year", title: "Year", width: "w-[180px]", wideOnly: true, cell: ({ year }) => year },
  {
    key: "term",
    title: "Term",
    width: "w-[120px]",
    names: true,
    cell: ({ year, term, period, isCurrent }) => (
      <span className="min-w-0">
        <span className="whitespace-nowrap">
          <span className="md:hidden">{year}, </span>
          {term}
        </span>
        <span className="block text-13 font-normal text-muted md:hidden">
          {period}
          {isCurrent ? <span className="font-semibold text-saved">, current term</span> : null}
        </span>
      </span>
    ),
  },
  { key: "period", title: "Period", wideOnly: true, cell: ({ period }) => period },
  {
    key: "sessions",
    title: "Total Sessions",
    numeric: true,
    wideOnly: true,
    width: "w-[140px]",
    className: "tabular-nums",
    cell: ({ sessions }) => sessions ?? "–",
  },
  {
    key: "students",
    title: "Students",
    numeric: true,
    wideOnly: true,
    width: "w-[120px]",
    className: "tabular-nums",
    cell: ({ students }) => students.toLocaleString("en"),
  },
  { key: "act", title: "", numeric: true, width: "w-[280px]", cell: (term) => <SetTerm {...term} /> },
];

function SetTerm({ id, year, term, isCurrent }: ArchivedTerm) {
  if (!isCurrent) {
    return (
      <ButtonLink
        aria-label={`Set Term: ${year}, ${term}`}
        className="whitespace-nowrap"
        preventScrollReset
        to={setTermUrl(id)}
      >
        Set Term
      </ButtonLink>
    );
  }
  return (
    <span className="inline-flex items-center gap-3">
      <span className="inline-flex items-center gap-2 text-13 font-semibold text-saved">
        <Icon name="tick" />
        <span className="max-md:sr-only">Current term</span>
      </span>
      <Button className="whitespace-nowrap" disabled type="button">
        Set Term
      </Button>
    </span>
  );
}
