import { noTransaction, transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { studentsToExport, type ImportedStudent } from "#db/queries/imports/students.ts";
import { idsOfStudents } from "#db/queries/people/student-list.ts";
import { exportedWords, type ExportedTable } from "#domain/people/imports.ts";
import type { Person } from "#domain/person.ts";
import { generalFields } from "#fields/people/student-general.ts";
import { tabFields } from "#fields/people/student.ts";
import { fromColumns, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { rulesOf } from "../fields/fields.server.ts";
import { readRules } from "../general/general.server.ts";
import { OF_A_NEW_ONE } from "../general/new-student.server.ts";
import type { StudentsPlace } from "../list/place.rules.ts";
import { askedStudents } from "../list/read-students.server.ts";
import { STUDENT_COLUMNS } from "./judge/columns.ts";

const MOST_EXPORTED = 50_000;
const EXPORTED = "Students";

type Asked = { place: StudentsPlace; format: "xlsx" | "csv"; address: string };

/** The list as it is shown, all its pages, in the columns of an import. */
export async function exportStudents(
  person: Person,
  { place, format, address }: Asked,
): Promise<ExportedTable> {
  const asked = { ...(await askedStudents(person, place)), most: MOST_EXPORTED };
  const [ids, { rules }, personal] = await Promise.all([
    idsOfStudents(asked, noTransaction),
    readRules(OF_A_NEW_ONE, noTransaction),
    rulesOf("personal", noTransaction),
  ]);
  const students = await studentsToExport(ids, noTransaction);
  const fields = { general: generalFields(rules), personal: tabFields(personal) };
  const rows = students.map((student) => cellsOf(student, fields));
  const detail = exportedWords(`${EXPORTED}.${format}`, rows);
  const event = { kind: "exported" as const, accountId: person.accountId, address, detail };
  await transaction(person, (t) => recordSecurityEvent(event, t));
  return { name: EXPORTED, columns: STUDENT_COLUMNS.map(({ title }) => title), rows };
}

function cellsOf(student: ImportedStudent, fields: Record<"general" | "personal", RecordFields>): string[] {
  const values: Record<"general" | "personal", Values> = {
    general: fromColumns(fields.general, student.general),
    personal: fromColumns(fields.personal, student.personal),
  };
  return STUDENT_COLUMNS.map(({ name, tab }) => {
    if (name === "form_class_id") return student.label ?? "";
    const kind = fields[tab].get(name)?.kind;
    const value = values[tab][name] ?? null;
    // A day as it is stored: `20 Nov 2026` would be read again too, but sorts by its letters.
    if (kind?.control === "date") return String(value ?? "");
    return kind && value !== null ? kind.words(value) : boxWords(kind?.control);
  });
}

function boxWords(control: string | undefined): string {
  return control === "box" ? "No" : "";
}
