import { PATHS } from "../paths.ts";

/** The kinds of people whose records have documents and a picture. */
export type RecordKind = "employee" | "student";

/** A person, identified by an id that never changes: for a student `students.id`, not the public student ID. */
export type RecordOwner = { kind: RecordKind; id: number };

const LISTS = { employee: PATHS.employees, student: PATHS.students } as const;

function recordUrl({ kind, id }: RecordOwner): string {
  return `${LISTS[kind]}/${id}`;
}

export function documentUrl(owner: RecordOwner, documentId: number): string {
  return `${recordUrl(owner)}/documents/${documentId}`;
}

/** Returns the URL to which the documents panel's script uploads a file. */
export function documentUploadUrl(owner: RecordOwner): string {
  return `${recordUrl(owner)}/documents/upload`;
}

type GoneDocument = { isBack: boolean; isEnd: boolean };

/**
 * Builds the message that a document was deleted while a link to it was open. The message names the document that the
 * viewer shows instead.
 */
export function describeReplacementDocument(name: string, { isBack, isEnd }: GoneDocument): string {
  const shown = isBack ? (isEnd ? "first" : "previous") : isEnd ? "last" : "next";
  return `The ${name} that you wanted to open no longer exists. This page shows the ${shown} document instead.`;
}
