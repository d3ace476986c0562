import type { AttendanceSummaryParams } from "../params.rules.ts";
import { formatAttendanceRate, VERY_LOW_ATTENDANCE_PERCENT } from "#domain/daily/attendance-limits.ts";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import type { AttendanceListRow } from "./name-rows.server.ts";
import { PhoneNumberLink, AbsenceReasonText, StudentLink } from "./parts.tsx";

/**
 * The kind of a list, which decides its columns. `day` is for states other than absent, and `share` is for a whole
 * term.
 */
export type AttendanceListKind = "absent" | "day" | "share";

type NamesTableProps = {
  kind: AttendanceListKind;
  rows: readonly AttendanceListRow[];
  params: AttendanceSummaryParams;
  isAll: boolean;
  /** False if the person may not read family data; the table then has no columns for it. */
  readsNumbers: boolean;
};

/** Lists students with their number of days, the reason and the phone number to call. */
export function AttendanceListTable({ kind, rows, params, isAll, readsNumbers }: NamesTableProps) {
  const showsFamily = readsNumbers && kind !== "day";
  const first: DataTableColumn<AttendanceListRow>[] = [
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
      caption="Students and their attendance"
      className={showsFamily ? "names-table absences-table" : "names-table"}
      columns={[...first, ...COLUMNS[kind], ...(showsFamily ? FAMILY : [])]}
      empty={null}
      rowKey={({ studentKey }) => studentKey}
      rows={rows}
    />
  );
}

const COLUMNS: Record<AttendanceListKind, DataTableColumn<AttendanceListRow>[]> = {
  absent: [
    {
      key: "absent",
      title: "Absent",
      cell: ({ days, isLong }) =>
        isLong ? <strong className="text-red">{days}</strong> : <span>{days}</span>,
    },
    { key: "reason", title: "Reason", cell: ({ reason }) => <AbsenceReasonText reason={reason} /> },
  ],
  day: [
    { key: "state", title: "Attendance", cell: ({ days }) => days },
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
          <strong className={percent < VERY_LOW_ATTENDANCE_PERCENT ? "text-red" : undefined}>
            {formatAttendanceRate(percent)}%
          </strong>
        ),
    },
    { key: "absent", title: "Absent", numeric: true, cell: ({ days }) => days },
    {
      key: "reason",
      title: "Last absence",
      cell: ({ reason, lastDay }) => (
        <span>
          {lastDay}, <AbsenceReasonText reason={reason} />
        </span>
      ),
    },
  ],
};

const FAMILY: DataTableColumn<AttendanceListRow>[] = [
  { key: "contact", title: "Parent or guardian", cell: (row) => <Contact row={row} /> },
  {
    key: "phone",
    title: "Phone",
    numeric: true,
    cell: ({ contact }) => (contact ? <PhoneNumberLink phone={contact.phone} /> : "–"),
  },
];

function Contact({ row: { contact, called } }: { row: AttendanceListRow }) {
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
