import type { ListColumn, ListDocument, ListHeading, ListRow } from "../list/data.ts";

/** A list of the students behind an attendance figure, with space for notes of what their families say. */
export type AttendanceList = ListHeading & {
  kind: "absent" | "day" | "share";
  /** False if the person who prints the list may not read families' phone numbers. */
  hasNumbers: boolean;
  rows: readonly AttendanceName[];
};

type AttendanceName = {
  name: string;
  label: string;
  /** The share of sessions, such as `95.2%`; empty in a list of one day. */
  present: string;
  /** The length of the absence, such as `3rd day` or `24 days`, or `Late`. */
  days: string;
  isLong: boolean;
  /** The reason of the absence; empty if no reason was given. */
  reason: string;
  /** The person to call. In a list of the term, the person's name and the last call follow. */
  contact: string;
  called: string;
  phone: string;
};

const NAME: readonly ListColumn[] = [
  { key: "label", title: "Class", kind: "text", width: 48 },
  { key: "name", title: "Name", kind: "text", width: "*" },
];

const COLUMNS: Record<AttendanceList["kind"], readonly ListColumn[]> = {
  absent: [
    { key: "reason", title: "Reason", kind: "text", width: 78 },
    { key: "days", title: "Absent", kind: "text", width: 40 },
  ],
  day: [
    { key: "days", title: "Attendance", kind: "text", width: 130 },
    { key: "reason", title: "Reason or note", kind: "text", width: 120 },
  ],
  share: [
    { key: "present", title: "Present", kind: "text", width: 38, align: "right" },
    { key: "days", title: "Absent", kind: "text", width: 44, align: "right" },
  ],
};

function familyColumns(kind: AttendanceList["kind"]): ListColumn[] {
  const contact =
    kind === "share" ? { title: "To call, last call", width: 108 } : { title: "Person to call", width: 62 };
  return [
    { ...contact, key: "contact", kind: "text" },
    { key: "phone", title: "Phone", kind: "text", width: 44, align: "right" },
    { key: "said", title: "Notes on the call", kind: "text", width: 74 },
  ];
}

/**
 * Builds the list. Bold text marks the first row of each class, and students with a long absence. A list of the term is
 * in the order of attendance: every class is bold, and the reason of the last absence is below the name.
 */
export function buildAttendanceList({ kind, hasNumbers, rows, ...heading }: AttendanceList): ListDocument {
  const columns = [...NAME, ...COLUMNS[kind], ...(hasNumbers ? familyColumns(kind) : [])];
  const cells = rows.map((row, index) =>
    cellsOf(row, { kind, isFirst: rows[index - 1]?.label !== row.label }),
  );
  return { ...heading, orientation: "portrait", tables: [{ columns, groups: [{ title: "", rows: cells }] }] };
}

type Row = { kind: AttendanceList["kind"]; isFirst: boolean };

function cellsOf(row: AttendanceName, { kind, isFirst }: Row): ListRow {
  const saysWhy = row.reason !== "" || kind === "day";
  const isShare = kind === "share";
  return {
    label: { value: row.label, strong: isFirst || isShare, quiet: !isFirst && !isShare },
    name: { value: row.name, strong: row.isLong, under: isShare ? row.reason || "No reason yet" : undefined },
    present: { value: row.present, strong: true },
    days: { value: row.days, strong: row.isLong, quiet: !row.isLong },
    reason: saysWhy ? row.reason : { value: "no reason yet", italics: true },
    contact: { value: row.contact, quiet: !isShare, under: isShare ? row.called : undefined },
    phone: row.phone,
    said: "",
  };
}
