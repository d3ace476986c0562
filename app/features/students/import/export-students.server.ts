import { noTransaction } from "#db/index.ts";
import { listStudentsToExport, type ImportedStudent } from "#db/queries/imports/students.ts";
import { listStudentIds } from "#db/queries/people/student-list.ts";
import type { Person } from "#domain/person.ts";
import { formatExportedCell } from "#fields/kind.ts";
import { generalFields } from "#fields/people/student-general.ts";
import { studentTabFields } from "#fields/people/student.ts";
import { fromColumns, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { loadTabRules } from "../fields/fields.server.ts";
import { readGeneralRules } from "../general/general.server.ts";
import { NEW_STUDENT_RULES } from "../general/new-student.server.ts";
import { parseStudentsParams } from "../list/params.rules.ts";
import { toStudentFilter } from "../list/read-students.server.ts";
import { STUDENT_COLUMNS } from "./judge/columns.ts";

const MOST_EXPORTED = 50_000;

/** Exports the whole filtered list, not only the open page, in the columns of an import. */
export async function exportStudents(person: Person, query: URLSearchParams) {
  const result = await toStudentFilter(person, parseStudentsParams(query));
  const [ids, { rules }, personal] = await Promise.all([
    listStudentIds({ ...result, most: MOST_EXPORTED }, noTransaction),
    readGeneralRules(NEW_STUDENT_RULES, noTransaction),
    loadTabRules("personal", noTransaction),
  ]);
  const students = await listStudentsToExport(ids, noTransaction);
  const fields = { general: generalFields(rules), personal: studentTabFields(personal) };
  const rows = students.map((student) => cellsOf(student, fields));
  return { columns: STUDENT_COLUMNS, rows };
}

function cellsOf(student: ImportedStudent, fields: Record<"general" | "personal", RecordFields>): string[] {
  const values: Record<"general" | "personal", Values> = {
    general: fromColumns(fields.general, student.general),
    personal: fromColumns(fields.personal, student.personal),
  };
  return STUDENT_COLUMNS.map(({ name, tab }) =>
    name === "form_class_id"
      ? (student.label ?? "")
      : formatExportedCell(fields[tab].get(name)?.kind, values[tab][name] ?? null),
  );
}
