import { PATHS } from "../paths.ts";

/** The kinds of people whose records have documents and a picture. */
export type RecordKind = "employee" | "student";

/** A person, by the id that never changes: for a student, `students.id`. */
export type RecordOwner = { kind: RecordKind; id: number };

const LISTS = { employee: PATHS.employees, student: PATHS.students } as const;

function recordUrl({ kind, id }: RecordOwner): string {
  return `${LISTS[kind]}/${id}`;
}

/** Returns the address of the document itself, for saving. */
export function documentUrl(owner: RecordOwner, documentId: number): string {
  return `${recordUrl(owner)}/documents/${documentId}`;
}

/** The address to which the script of the documents panel sends a file. */
export function uploadUrl(owner: RecordOwner): string {
  return `${recordUrl(owner)}/documents/upload`;
}
