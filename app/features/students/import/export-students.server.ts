import { noTransaction, transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { studentsToExport, type ImportedStudent } from "#db/queries/imports/students.ts";
import { idsOfStudents } from "#db/queries/people/student-list.ts";
import type { Person } from "#domain/person.ts";
import { generalFields } from "#fields/people/student-general.ts";
import { tabFields } from "#fields/people/student.ts";
import { fromColumns, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { fileNameParameters } from "#runtime/file-name.ts";
import { contentTypeOf, fileNameOf, renderDocument } from "#templates/index.ts";
import { rulesOf } from "../fields/saved-fields.server.ts";
import { OF_A_NEW_ONE } from "../general/add-student.server.ts";
import { readRules } from "../general/saved-general.server.ts";
import type { StudentsPlace } from "../list/place.rules.ts";
import { askedStudents } from "../list/read-students.server.ts";
import { IMPORT_COLUMNS } from "./judge/columns.ts";

const MOST_EXPORTED = 50_000;
const TEXT_TYPE = "text/csv; charset=utf-8";
const titles = IMPORT_COLUMNS.map(({ title }) => title);

/** The columns alone. The mark at the start tells Excel that a text is UTF-8. */
export async function importTemplate(person: Person, format: "xlsx" | "csv"): Promise<Response> {
  if (format === "xlsx")
    return workbook(person, { rows: [], fileName: fileNameOf("Students to import", "xlsx") });
  const bytes = Buffer.from(`\uFEFF${titles.map((title) => `"${title}"`).join(",")}\r\n`);
  return madeFileResponse({ bytes, contentType: TEXT_TYPE, fileName: "Students to import.csv" });
}

type Asked = { place: StudentsPlace; address: string };

/** The list as it is shown, all its pages, in the columns of an import. */
export async function exportStudents(person: Person, { place, address }: Asked): Promise<Response> {
  const asked = { ...(await askedStudents(person, place)), most: MOST_EXPORTED };
  const [ids, { rules }, personal] = await Promise.all([
    idsOfStudents(asked, noTransaction),
    readRules(OF_A_NEW_ONE, noTransaction),
    rulesOf("personal", noTransaction),
  ]);
  const students = await studentsToExport(ids, noTransaction);
  const fields = { general: generalFields(rules), personal: tabFields(personal) };
  const fileName = fileNameOf("Students", "xlsx");
  const event = { kind: "exported" as const, accountId: person.accountId, address, detail: fileName };
  await transaction(person, (t) => recordSecurityEvent(event, t));
  return workbook(person, { rows: students.map((student) => cellsOf(student, fields)), fileName });
}

function cellsOf(student: ImportedStudent, fields: Record<"general" | "personal", RecordFields>): string[] {
  const values: Record<"general" | "personal", Values> = {
    general: fromColumns(fields.general, student.general),
    personal: fromColumns(fields.personal, student.personal),
  };
  return IMPORT_COLUMNS.map(({ name, tab }) => {
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

type Table = { rows: string[][]; fileName: string };

async function workbook({ accountId: owner }: Person, { rows, fileName }: Table): Promise<Response> {
  const data = { name: "Students", columns: titles, rows };
  const { bytes } = await renderDocument({ kind: "import-table", format: "xlsx", data }, { owner });
  return madeFileResponse({ bytes, contentType: contentTypeOf("xlsx"), fileName });
}

type MadeFile = { bytes: Uint8Array; contentType: string; fileName: string };

/** A file that was made for whoever asks, to be saved; no cache may keep it. */
function madeFileResponse({ bytes, contentType, fileName }: MadeFile): Response {
  const headers = {
    "Cache-Control": "no-store",
    "Content-Type": contentType,
    "Content-Length": String(bytes.byteLength),
    "Content-Disposition": `attachment; ${fileNameParameters(fileName)}`,
  };
  return new Response(new Uint8Array(bytes), { headers });
}
