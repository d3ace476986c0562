import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { Panel } from "#ui/page/panel.tsx";

export type ErrorLine = {
  id: number;
  at: string;
  /** As the page that failed shows it, and each line of the log. */
  request: string;
  place: string;
  fault: string;
  source: string;
};

const COLUMNS: readonly Column<ErrorLine>[] = [
  {
    key: "at",
    title: "When",
    width: "w-48",
    names: true,
    cell: ({ at }) => <span className="tabular-nums">{at}</span>,
  },
  {
    key: "request",
    title: "Request",
    width: "w-36",
    cell: ({ request }) => <code className="font-mono text-13">{request}</code>,
  },
  { key: "place", title: "Where", cell: ({ place }) => <span className="break-all">{place}</span> },
  {
    key: "fault",
    title: "What",
    cell: ({ fault, source }) => (
      <div className="min-w-0">
        <p className="break-words">{fault}</p>
        {source ? <p className="break-all text-13 text-muted">{source}</p> : null}
      </div>
    ),
  },
];

/** What visitors met that nobody expected: the page that failed said the same request to them. */
export function ErrorsTable({ errors }: { errors: readonly ErrorLine[] }) {
  return (
    <Panel
      aside={errors.length > 0 ? "The log has more of each by its request" : null}
      flush
      title="Last errors"
    >
      <DataTable
        caption="Last errors, the latest first"
        columns={COLUMNS}
        empty={<p className="p-4 text-muted md:p-5">No page has failed.</p>}
        rowKey={({ id }) => id}
        rows={errors}
      />
    </Panel>
  );
}
