import { PATHS } from "../paths.ts";

/** Whose record has documents and a picture. */
export type RecordKind = "employee" | "student";

/** The person, by the id that never changes: of a student `students.id`. */
export type RecordOwner = { kind: RecordKind; id: number };

const LISTS = { employee: PATHS.employees, student: PATHS.students } as const;

/** The record over its list. */
function recordUrl({ kind, id }: RecordOwner): string {
  return `${LISTS[kind]}/${id}`;
}

/** The document itself, to be saved. */
export function documentUrl(owner: RecordOwner, documentId: number): string {
  return `${recordUrl(owner)}/documents/${documentId}`;
}

/** Where the script of the documents panel sends a file. */
export function uploadUrl(owner: RecordOwner): string {
  return `${recordUrl(owner)}/documents/upload`;
}
