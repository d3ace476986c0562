import { literal } from "sequelize";
import {
  bigintColumn,
  identityColumn,
  integerColumn,
  jsonColumn,
  NOW_LITERAL,
  nullable,
  textColumn,
  timestampColumn,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** The audit trail. Only triggers write to it, and rows are never changed. */
export const AuditEvent = table("audit_events", {
  event_id: identityColumn(bigintColumn()),
  at: withDefault(timestampColumn(), literal("clock_timestamp()")),
  actor: textColumn(),
  account_id: nullable(integerColumn()),
  save_id: nullable(textColumn()),
  table_name: textColumn(),
  row_id: textColumn(),
  version: nullable(bigintColumn()),
  operation: textColumn<"insert" | "update" | "delete">(),
  old_values: nullable(jsonColumn<Values>()),
  new_values: nullable(jsonColumn<Values>()),
});
export type AuditEvent = RowOf<typeof AuditEvent>;

/** The values before and after a change of one student. A class is null for a student in no class. */
type Replaced = { studentKey: number; from: number | null; to: number | null };

/** A change that its author can undo for a day. */
export type UndoableChangeData =
  | { kind: "class"; academicTermId: number; students: readonly Replaced[] }
  | { kind: "house"; students: readonly Replaced[] }
  /** The statuses before and after a student was deleted. */
  | { kind: "status"; students: readonly Replaced[] }
  | {
      kind: "lesson";
      employeeId: number;
      subjectId: number;
      classId: number;
      byChoice: boolean;
    }
  /** The teachers of students who were removed from a subject. */
  | {
      kind: "subject";
      subjectId: number;
      academicYearId: number;
      students: readonly { studentKey: number; employeeId: number }[];
    };

export const UndoableChange = table("undoable_changes", {
  change_id: identityColumn(integerColumn()),
  account_id: integerColumn(),
  made_at: withDefault(timestampColumn(), NOW_LITERAL),
  /** The change in words, such as `3 students moved to 2B`. */
  title: textColumn(),
  change: jsonColumn<UndoableChangeData>(),
  undone_at: nullable(timestampColumn()),
});
export type UndoableChange = RowOf<typeof UndoableChange>;
