import { recordUrlWithoutPanel } from "#domain/people/record-params.ts";
import { STUDENT_DOCUMENT_SLUGS, type StudentDocumentKind } from "#domain/people/students.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export type DocumentLinkState = { type: string };

/** The document types that the panel suggests. A person may also type another one. */
export const DOCUMENT_TYPES = [
  "Letter of appointment",
  "Teaching licence",
  "Birth certificate",
  "Marriage certificate",
  "Qualification",
  "Police certificate of character",
  "Medical certificate",
] as const;

export const MAX_DOCUMENT_TYPE_LENGTH = 60;
/** The largest number of documents of one person. With 10 MB each, one record cannot fill the disk. */
export const MAX_DOCUMENTS = 50;

type Place = { pathname: string; search: string };

/**
 * Returns the address of the viewer of a document, from the address of the page that lists it: a record, its documents,
 * or the person's own profile.
 */
export function viewerUrl(
  { pathname, search }: Place,
  { id, description }: { id: number; description: string },
) {
  const record = recordUrlWithoutPanel({ pathname, search: "" });
  if (!record.startsWith(`${PATHS.students}/`)) return `${record}/papers/${id}${search}`;
  const slug = STUDENT_DOCUMENT_SLUGS[description as StudentDocumentKind];
  const { view: _, ...ofList } = Object.fromEntries(new URLSearchParams(search));
  const key = record.slice(PATHS.students.length + 1);
  return withQuery(`${PATHS.students}/papers/${slug}/${key}`, { ...ofList, from: "record" });
}
