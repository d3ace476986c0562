import { randomUUID } from "node:crypto";
import { DataTypes, type ModelAttributeColumnOptions, type ModelStatic } from "sequelize";
import { expect, expectTypeOf, test } from "vitest";
import { database, noTransaction, queryRows, transaction, type Transaction } from "#db/index.ts";
import { AbsenceCall, OpenedDay } from "#db/models/attendance.ts";
import { Import, ImportSnapshot, ImportMatch, ImportReading, ImportRow } from "#db/models/uploads/imports.ts";
import {
  AccessToken,
  LoginAttempt,
  OpenedRecordCount,
  SecurityEvent,
  Session,
  StudentSelection,
} from "#db/models/accounts.ts";
import { UndoableChange } from "#db/models/record-of-changes.ts";
import { PictureUpload, PictureUploadFile } from "#db/models/uploads/picture-uploads.ts";
import { Backup, ErrorEvent } from "#db/models/installation.ts";
import { Batch, BatchItem, BatchDocument } from "#db/models/batches.ts";
import { EntryCorrection, EntryExtension, EntryWindow } from "#db/models/entry.ts";
import { ArchiveRegistration, SchoolClass, StudentSubjectAssignment } from "#db/models/classes.ts";
import { EmployeeDocument } from "#db/models/employee-records.ts";
import { StoredFile } from "#db/models/files.ts";
import type { Mark } from "#db/models/marks.ts";
import { DifferentStudents, MergedRows, StudentMerge } from "#db/models/merges.ts";
import { ReportCardSetting } from "#db/models/school.ts";
import { refreshCounts } from "#db/queries/reports/counts.ts";
import { FamilyCopy, RecordViewLog, StudentDocument, UnrelatedStudents } from "#db/models/student-records.ts";
import type { TermRecord } from "#db/models/term-records.ts";
import {
  Promotion,
  RolloverOutcome,
  RolloverStep,
  TermRollover,
  DefaultOutcome,
  RolloverDecision,
  NextYearClassMove,
} from "#db/models/rollover/rollovers.ts";
import type { TestAttendance } from "#domain/attendance.ts";
import { DEFAULT_GRADING, type Grade } from "#domain/grading.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { NEXT_YEAR_ID, TEST, YEAR_ID, assignDean } from "#tests/support/builders/school.ts";

await freshDatabase("primary");
await createWhatTheDemoLacks();

type Column = {
  type: string;
  nullable: boolean;
  fallback: string | null;
  primary: boolean;
  identity: boolean;
};

const models = database().modelManager.models as ModelStatic<never>[];
const tables = await columnsByTable();

/** The tool keeps a list of its own, which nothing else reads. */
const WITHOUT_MODEL = ["migrations"];

test("every table has one model", () => {
  const modelled = models.map((model) => model.getTableName());

  const expected = [...tables.keys()].filter((table) => !WITHOUT_MODEL.includes(table));

  expect(modelled.toSorted()).toEqual(expected.toSorted());
});

test.each(models.map((model) => [model.name, model] as const))(
  "%s has the columns of its table",
  (_, model) => {
    const stored = tables.get(String(model.getTableName()));

    const described = Object.fromEntries(
      Object.entries<ModelAttributeColumnOptions>(model.getAttributes()).map(([name, attribute]) => [
        name,
        columnOf(attribute),
      ]),
    );

    expect(described).toEqual(stored);
  },
);

test.each(models.map((model) => [model.name, model] as const))(
  "rows of %s hold what its columns say",
  async (_, model) => {
    const found: object[] = await model.findAll({ raw: true, limit: 1_000 });

    const others = found.flatMap((stored) =>
      Object.entries(stored).filter(([name, value]) => !kindsOf(model, name).includes(kindOf(value))),
    );

    expect(found).not.toEqual([]);
    expect(others).toEqual([]);
  },
);

test("the type of a row is what its columns say", () => {
  expectTypeOf<Pick<Mark, "mark_id" | "mark" | "max_mark" | "attendance" | "grade">>().toEqualTypeOf<{
    mark_id: number;
    mark: string | null;
    max_mark: string;
    attendance: TestAttendance;
    grade: Grade | null;
  }>();
  expectTypeOf<Pick<TermRecord, "promotion_progress" | "signed_at" | "updated_at">>().toEqualTypeOf<{
    promotion_progress: boolean | null;
    signed_at: Date | null;
    updated_at: Date;
  }>();
  expectTypeOf<Session["token_hash"]>().toEqualTypeOf<Buffer>();
});

/** Adds rows that a primary demo school lacks: deans, choices, sessions and files. */
async function createWhatTheDemoLacks(): Promise<void> {
  const { employeeId: employee_id, accountId: account_id } = await createTeacher();
  await refreshCounts({ academicTermId: YEAR_ID * 10 + 1, flavour: "primary" });
  await assignDean({ formClassId: "Std 1" }, { employeeId: employee_id });
  await transaction(TEST, async (t) => {
    const choice = { student_key: 1, academic_year_id: YEAR_ID, subject_id: 33 };
    await StudentSubjectAssignment.insert({ ...choice, employee_id }, t);
    await LoginAttempt.insert({ user_name: "admin", address: "127.0.0.1", succeeded: true }, t);
    await SecurityEvent.insert({ kind: "signed-in", account_id, address: "127.0.0.1" }, t);
    const token = {
      name: "Spreadsheet",
      token_hash: Buffer.from("a"),
      may_write: false,
      last_day: "2026-12-31",
    };
    const kept = { outcome: "whole", file_name: "a.zip", bytes: 9 } as const;
    await ErrorEvent.insert({ request_id: "0123456789", place: "GET /app", fault: "Error", source: "" }, t);
    await Backup.insert({ ...kept, begun_at: "2026-06-26T07:15:00Z", version: "0043" }, t);
    await AccessToken.insert({ account_id, ...token }, t);
    const session = { account_id, token_hash: Buffer.from("b"), address: "127.0.0.1", device: "" };
    const { session_id } = await Session.insert(session, t);
    await StudentSelection.insert({ session_id, student_key: 1 }, t);
    await OpenedRecordCount.insert({ account_id, period: 5_900_000, target: Buffer.from("a") }, t);
    const file = { file_name: "a.jpg", kind: "picture", media_type: "image/jpeg" };
    await StoredFile.insert({ ...file, bytes: 9, sha256: Buffer.from("a"), width: 3, height: 4 }, t);
    const sent = { import_id: randomUUID(), kind: "students", asked_by: account_id } as const;
    const { import_id } = await Import.insert({ ...sent, file_name: "a.csv" }, t);
    await ImportRow.insert({ import_id, row_number: 2, cells: {} }, t);
    await ImportReading.insert({ import_id }, t);
    await ImportMatch.insert(
      { kind: "students", shape: "0".repeat(64), fields: { surname: "last_name" } },
      t,
    );
    const image = { before: {}, after: { created: {}, changed: {} } };
    await ImportSnapshot.insert({ import_id, created: [1], changed: [], ...image }, t);
    const document = { description: "Licence", original_name: "a.jpg", file_name: "a.jpg" };
    await EmployeeDocument.insert({ ...document, employee_id, uploaded_by: account_id }, t);
    const paper = { description: "Birth Certificate", original_name: "a.jpg", file_name: "a.jpg" } as const;
    await StudentDocument.insert({ ...paper, student_key: 1, uploaded_by: account_id }, t);
    await RecordViewLog.insert({ account_id, student_key: 1, record: "medical" }, t);
    const [held] = await SchoolClass.select(
      ["class_id"],
      { where: { academic_year_id: YEAR_ID }, order: ["class_id"] },
      t,
    );
    const years = { academic_year_id: YEAR_ID, next_year_id: NEXT_YEAR_ID };
    await NextYearClassMove.insert({ class_id: held?.class_id ?? 0, ...years }, t);
    const ofArchive = { student_key: 1, academic_term_id: 101 };
    await ArchiveRegistration.insert({ ...ofArchive, form_class_id: "Std 1" }, t);
    await OpenedDay.insert({ day: "2026-06-27", reason: "Sports day" }, t);
    const ofClass = { academic_term_id: YEAR_ID * 10 + 1, class_id: 1, kind: "report-card" } as const;
    const contents = { pages: 1, cards: [] };
    const printed = { fingerprint: "a", printed: {}, contents, file_name: "a.jpg", bytes: 9 };
    const { made_document_id } = await BatchDocument.insert({ ...ofClass, ...printed }, t);
    const { class_id, ...ofBatch } = ofClass;
    const input = { ...ofBatch, scope: "class-1", about: "Std 1", asked_by: account_id };
    const { batch_id } = await Batch.insert(input, t);
    const item = { batch_id, class_id, position: 1, students: 30 };
    await BatchItem.insert({ ...item, state: "made", made_document_id }, t);
    const merge = { kept_key: 1, merged_key: 2, merged_by: account_id };
    const { merge_id } = await StudentMerge.insert(merge, t);
    await MergedRows.insert({ merge_id, before: {}, after: {} }, t);
    await DifferentStudents.insert({ one_key: 1, other_key: 2, said_by: account_id }, t);
    await UnrelatedStudents.insert({ one_key: 1, other_key: 2, said_by: account_id }, t);
    const filled = [{ record: "family", row: 1, column: "name", value: "Ann Joseph" }] as const;
    await FamilyCopy.insert({ student_key: 1, sibling_key: 2, copied_by: account_id, filled }, t);
    const house = { kind: "house", students: [{ studentKey: 1, from: null, to: 2 }] } as const;
    await UndoableChange.insert({ account_id, title: "1 student put into Ibis", change: house }, t);
    const upload_id = "00000000-0000-0000-0000-000000000000";
    await PictureUpload.insert({ upload_id, asked_by: account_id }, t);
    await PictureUploadFile.insert({ upload_id, name: "a.jpg", bytes: 9, picture: "a.jpg" }, t);
    await AbsenceCall.insert({ student_key: 1, day: "2026-06-26", called_by: account_id }, t);
    await insertTurn(account_id, t);
    await ReportCardSetting.insert({ form_level: 1, from_term_id: 0, grading: DEFAULT_GRADING }, t);
    const entry = { academic_term_id: YEAR_ID * 10 + 1, kind: "marks" } as const;
    const closes_at = new Date("2025-12-05T20:00:00Z");
    await EntryWindow.insert({ ...entry, closes_at }, t);
    const longer = { until: closes_at, reason: "Sick leave", given_by: account_id };
    await EntryExtension.insert({ ...entry, ...longer, employee_id }, t);
    const until = new Date().toISOString().slice(0, 10);
    const opened = {
      academic_term_id: entry.academic_term_id,
      class_id,
      until,
      reason: "Scripts were missing",
    };
    await EntryCorrection.insert({ ...opened, opened_by: account_id }, t);
  });
}

async function insertTurn(account_id: number, t: Transaction): Promise<void> {
  const [from_term_id, to_term_id] = [YEAR_ID * 10 + 1, YEAR_ID * 10 + 2];
  const dates = { term_start: "2026-01-05", term_end: "2026-03-27", next_term_start: "2026-04-13" };
  const input = { from_term_id, to_term_id, turns_year: false, ...dates, total_sessions: 120 };
  const { rollover_id } = await TermRollover.insert({ ...input, asked_by: account_id }, t);
  await RolloverStep.insert({ rollover_id, step: "advance", position: 1 }, t);
  const outcome = { rollover_id, student_key: 1, what: "unplaced", why: "no-class", assumed: false } as const;
  await RolloverOutcome.insert({ ...outcome, was_status_id: 1, next_status_id: 1 }, t);
  const ofStudent = { student_key: 1, academic_year_id: YEAR_ID };
  await DefaultOutcome.insert({ form_level: 5, outcome: "leave" }, t);
  await RolloverDecision.insert({ ...ofStudent, kind: "leave", decided_by: account_id }, t);
  await Promotion.insert({ ...ofStudent, rollover_id }, t);
}

async function columnsByTable(): Promise<Map<string, Record<string, Column>>> {
  const found = await queryRows<Column & { table_name: string; column_name: string }>(
    `select c.table_name, c.column_name,
            case c.data_type when 'character' then 'char(' || c.character_maximum_length || ')'
                             when 'numeric' then 'numeric(' || c.numeric_precision || ',' || c.numeric_scale || ')'
                             else c.data_type end as type,
            c.is_nullable = 'YES' as nullable, c.column_default as fallback, c.is_identity = 'YES' as identity,
            exists (select from pg_index i
                      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
                     where i.indisprimary and i.indrelid = c.table_name::regclass
                       and a.attname = c.column_name) as primary
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      order by c.table_name, c.ordinal_position`,
    [],
    noTransaction,
  );
  const byTable = new Map<string, Record<string, Column>>();
  for (const { table_name, column_name, ...column } of found) {
    byTable.set(table_name, { ...byTable.get(table_name), [column_name]: column });
  }
  return byTable;
}

/** Describes a column by its model, in the database's terms. */
function columnOf(attribute: ModelAttributeColumnOptions): Column {
  return {
    type: typeOf(attribute.type),
    nullable: attribute.allowNull !== false && !attribute.primaryKey,
    fallback: fallbackOf(attribute.defaultValue),
    primary: attribute.primaryKey ?? false,
    identity: attribute.autoIncrement ?? false,
  };
}

/** The type that the compiler knows for each function in `columns.ts`, by a name for its values. */
const KINDS: Record<string, string> = {
  [DataTypes.INTEGER.key]: "Number",
  [DataTypes.SMALLINT.key]: "Number",
  [DataTypes.BIGINT.key]: "Number",
  [DataTypes.DECIMAL.key]: "String",
  [DataTypes.TEXT.key]: "String",
  [DataTypes.CHAR.key]: "String",
  [DataTypes.BOOLEAN.key]: "Boolean",
  [DataTypes.DATEONLY.key]: "String",
  [DataTypes.DATE.key]: "Date",
  [DataTypes.BLOB.key]: "Buffer",
  [DataTypes.JSONB.key]: "Object",
};

function kindsOf(model: ModelStatic<never>, name: string): string[] {
  const attributes: Record<string, ModelAttributeColumnOptions> = model.getAttributes();
  const { type, allowNull } = attributes[name] ?? { type: "" };
  const kind = KINDS[(type as { key: string }).key] ?? "unknown";
  return allowNull ? [kind, "null"] : [kind];
}

/** JSON may be a list too. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "Object";
  return value === null ? "null" : Object(value).constructor.name;
}

const TYPE_NAMES: Record<string, string> = {
  [DataTypes.INTEGER.key]: "integer",
  [DataTypes.SMALLINT.key]: "smallint",
  [DataTypes.BIGINT.key]: "bigint",
  [DataTypes.TEXT.key]: "text",
  [DataTypes.BOOLEAN.key]: "boolean",
  [DataTypes.DATEONLY.key]: "date",
  [DataTypes.DATE.key]: "timestamp with time zone",
  [DataTypes.BLOB.key]: "bytea",
  [DataTypes.JSONB.key]: "jsonb",
};

function typeOf(type: ModelAttributeColumnOptions["type"]): string {
  if (typeof type === "string") return type;
  const { key, options } = type as { key: string; options?: { precision?: number; scale?: number } };
  if (key === DataTypes.DECIMAL.key) return `numeric(${options?.precision},${options?.scale})`;
  return TYPE_NAMES[key] ?? String((type as { toSql: () => string }).toSql()).toLowerCase();
}

function fallbackOf(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === "string") return `'${value}'::text`;
  if (typeof value !== "object") return String(value);
  const { val } = value as { val: string };
  return val.replace(/^nextval\('(\w+)'\)$/, "nextval('$1'::regclass)");
}
