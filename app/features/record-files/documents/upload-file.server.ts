import { z } from "zod";
import type { DocumentRow } from "#db/queries/people/record-files.ts";
import { parseId } from "#domain/paths.ts";
import type { RecordOwner } from "#domain/people/record-owner.ts";
import type { Person } from "#domain/person.ts";
import { receiveFile } from "#files/received-file.server.ts";
import { getStudentOwner } from "../open-record.server.ts";
import { DOCUMENT_FILE, listDocuments, saveDocument } from "./documents.server.ts";

const WRONG_ID = "This must be a whole number above 0.";
const MISSING = "This is missing.";

/**
 * `id` identifies the owner of the file: an employee or, in the category of students, a student's public id. For an
 * employee `employee_id` may be sent instead, as in the other calls for employees' records.
 */
export const FileUploadFields = z.object({
  id: z.string(WRONG_ID).optional().meta({
    description:
      "The ID of the employee, or of the student if the category is student. Send id or employee_id.",
  }),
  employee_id: z.string(WRONG_ID).optional().meta({ description: "The ID of an employee, instead of id." }),
  category: z
    .enum(["employee", "employees", "student", "students"], "This must be “employee” or “student”.")
    .default("employee"),
  file_type: z.literal("document", "This must be “document”.").optional(),
  file_description: z.string("This must be text.").default(""),
});

type FileUploadResult = { ok: true; document: DocumentRow } | { ok: false; field: string; fault: string };

/** Receives a file from an API call and streams it to disk. @throws notFound, badRequest */
export function uploadFile(person: Person, request: Request): Promise<FileUploadResult> {
  return receiveFile(request, DOCUMENT_FILE, async ({ fields, file }) => {
    const parsed = FileUploadFields.safeParse(fields);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return { ok: false, field: String(issue?.path[0] ?? "id"), fault: issue?.message ?? "" };
    }
    const owner = await ownerNamed(parsed.data);
    if (!owner) return { ok: false, ...unnamed(parsed.data) };
    const description = parsed.data.file_description.trim();
    const replaces = owner.kind === "student" ? await heldOf(person, owner, description) : null;
    const saved = await saveDocument(person, { owner, description, replaces }, file);
    if (saved.ok) return saved;
    return { ...saved, field: saved.field === "description" ? "file_description" : saved.field };
  });
}

type Given = z.output<typeof FileUploadFields>;

/** Returns the owner of the file, or null if the id is malformed. @throws notFound for an unknown student */
async function ownerNamed({ id: given, employee_id, category }: Given): Promise<RecordOwner | null> {
  if (category.startsWith("student")) return given === undefined ? null : getStudentOwner(given);
  const id = parseId(given ?? employee_id);
  return id === null ? null : { kind: "employee", id };
}

function unnamed({ id, employee_id, category }: Given): { field: string; fault: string } {
  if (id !== undefined) return { field: "id", fault: WRONG_ID };
  if (employee_id === undefined || category.startsWith("student")) return { field: "id", fault: MISSING };
  return { field: "employee_id", fault: WRONG_ID };
}

/** Returns the id of the document with this description, which the new file will replace, or null. */
async function heldOf(person: Person, owner: RecordOwner, description: string): Promise<number | null> {
  const held = await listDocuments(person, owner);
  return held.find((document) => document.description === description)?.document_id ?? null;
}
