import { recordUrlWithoutPanel } from "#domain/people/record-params.ts";
import { STUDENT_DOCUMENT_SLUGS, type StudentDocumentKind } from "#domain/people/students.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import type { DocumentStepsProps, ListedDocument } from "#ui/list/document-columns.tsx";

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
export function documentViewerUrl(
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

type Neighbour = { after?: number; before?: number };

/**
 * Returns the address of another document of the record, from the address of the viewer. The result also names the
 * document shown now, from which the viewer continues if the other one is deleted in the meantime.
 */
export function neighbourDocumentUrl(
  { pathname, search }: Place,
  documentId: number,
  neighbour: Neighbour,
): string {
  return pathname.replace(/\/\d+\/?$/, `/${documentId}`) + searchWith(search, neighbour);
}

function searchWith(search: string, neighbour: Neighbour): string {
  const query = new URLSearchParams(search);
  for (const name of ["after", "before"] as const) {
    const id = neighbour[name];
    if (id === undefined) query.delete(name);
    else query.set(name, String(id));
  }
  const words = query.toString();
  return words === "" ? "" : `?${words}`;
}

type RecordDocuments = { shownId: number; all: readonly { id: number; title: string; about: string }[] };
type DocumentsOfRecord = {
  list: { title: string; documents: ListedDocument[] };
  steps: DocumentStepsProps;
  closeTo: string;
};

/**
 * Returns the list of a record's documents, and the links to the documents before and after the document that is
 * shown.
 */
export function buildRecordDocumentList(viewer: Place, { shownId, all }: RecordDocuments): DocumentsOfRecord {
  const place = all.findIndex(({ id }) => id === shownId);
  const [before, after] = [all[place - 1], all[place + 1]];
  const documents = all.map(({ id, title, about }, index) => {
    const preceding = all[index - 1];
    const to = neighbourDocumentUrl(viewer, id, preceding ? { after: preceding.id } : {});
    return { to, name: title, about, isShown: id === shownId };
  });
  return {
    list: { title: "Documents Uploaded", documents },
    steps: {
      place: `${place + 1} of ${all.length}`,
      previous: before ? neighbourDocumentUrl(viewer, before.id, { before: shownId }) : null,
      next: after ? neighbourDocumentUrl(viewer, after.id, { after: shownId }) : null,
    },
    closeTo: viewer.pathname.replace(/\/papers\/\d+\/?$/, "/documents") + searchWith(viewer.search, {}),
  };
}
