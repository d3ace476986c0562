import type { SummaryParams } from "../params.rules.ts";
import { formatRate, VERY_LOW } from "#domain/daily/attendance-limits.ts";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import type { NameRow } from "./name-rows.server.ts";
import { CallLink, Reason, StudentLink } from "./parts.tsx";

/** The columns of a list: of who is absent on a day, of another state of the day, or of shares of the term. */
export type NamesKind = "absent" | "day" | "share";

type NamesTableProps = {
  kind: NamesKind;
  rows: readonly NameRow[];
  params: SummaryParams;
  isAll: boolean;
  /** A person who reads no family data gets no columns for it. */
  readsNumbers: boolean;
};

/** Lists students with what the figures count about them, the reason and the number to call. */
export function NamesTable({ kind, rows, params, isAll, readsNumbers }: NamesTableProps) {
  const first: Column<NameRow>[] = [
    {
      key: "name",
      title: "Name",
      names: true,
      className: "font-semibold",
      cell: ({ studentKey, name }) => (
        <StudentLink isAll={isAll} name={name} params={params} studentKey={studentKey} />
      ),
    },
    { key: "class", title: "Class", cell: ({ label }) => <strong>{label}</strong> },
  ];
  return (
    <DataTable
      caption="Students by their attendance"
      className="names-table"
      columns={[...first, ...COLUMNS[kind], ...(readsNumbers && kind !== "day" ? FAMILY : [])]}
      empty={null}
      rowKey={({ studentKey }) => studentKey}
      rows={rows}
    />
  );
}

const COLUMNS: Record<NamesKind, Column<NameRow>[]> = {
  absent: [
    {
      key: "absent",
      title: "Absent",
      cell: ({ days, isLong }) =>
        isLong ? <strong className="text-red">{days}</strong> : <span>{days}</span>,
    },
    { key: "reason", title: "Reason", cell: ({ reason }) => <Reason reason={reason} /> },
  ],
  day: [
    { key: "state", title: "State", cell: ({ days }) => days },
    { key: "reason", title: "Reason or note", cell: ({ reason }) => reason },
  ],
  share: [
    {
      key: "present",
      title: "Present",
      numeric: true,
      cell: ({ percent }) =>
        percent === null ? (
          "–"
        ) : (
          <strong className={percent < VERY_LOW ? "text-red" : undefined}>{formatRate(percent)}%</strong>
        ),
    },
    { key: "absent", title: "Absent", numeric: true, cell: ({ days }) => days },
    {
      key: "reason",
      title: "Last absence",
      cell: ({ reason, lastDay }) => (
        <span>
          {lastDay}, <Reason reason={reason} />
        </span>
      ),
    },
  ],
};

const FAMILY: Column<NameRow>[] = [
  { key: "contact", title: "Parent or guardian", cell: (row) => <Contact row={row} /> },
  {
    key: "phone",
    title: "Phone",
    numeric: true,
    cell: ({ contact }) => (contact ? <CallLink phone={contact.phone} /> : "–"),
  },
];

function Contact({ row: { contact, called } }: { row: NameRow }) {
  if (contact === null) return <span className="text-muted">No number in the record</span>;
  return (
    <span>
      <span className="block">{contact.who}</span>
      <span className={called === null ? "text-13 font-semibold text-waiting" : "text-13 text-muted"}>
        {called ?? "Not called yet"}
      </span>
    </span>
  );
}
