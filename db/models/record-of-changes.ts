import { literal } from "sequelize";
import { bigint, identity, integer, json, NOW, nullable, text, timestamp, withDefault } from "./columns.ts";
import { table, type RowOf } from "./table.ts";

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** The audit trail. Only triggers write to it, and rows are never changed. */
export const AuditEvent = table("audit_events", {
  event_id: identity(bigint()),
  at: withDefault(timestamp(), literal("clock_timestamp()")),
  actor: text(),
  account_id: nullable(integer()),
  save_id: nullable(text()),
  table_name: text(),
  row_id: text(),
  version: nullable(bigint()),
  operation: text<"insert" | "update" | "delete">(),
  old_values: nullable(json<Values>()),
  new_values: nullable(json<Values>()),
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
  change_id: identity(integer()),
  account_id: integer(),
  made_at: withDefault(timestamp(), NOW),
  /** The change in words, such as `3 students moved to 2B`. */
  title: text(),
  change: json<UndoableChangeData>(),
  undone_at: nullable(timestamp()),
});
export type UndoableChange = RowOf<typeof UndoableChange>;
