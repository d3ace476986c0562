import { reloadWithNotice } from "#access/notice.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { listDocumentRows, type DocumentRow } from "#db/queries/people/record-files.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import { parseId } from "#domain/paths.ts";
import { describeReplacementDocument, documentUrl, type RecordOwner } from "#domain/people/record-owner.ts";
import type { Person } from "#domain/person.ts";
import { formatFileSize } from "#domain/text/noun.ts";
import { encodePreview } from "#files/documents.server.ts";
import { encodedPictureResponse, fileResponse, sandboxedPdfResponse } from "#files/file-response.server.ts";
import { ensureLocalFile } from "#files/store.server.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import { canReadDocument, getRecordFileAccess, isMedicalDocument } from "../open-record.server.ts";
import { listDocuments, describeUpload } from "./documents.server.ts";
import { neighbourDocumentUrl } from "./documents.ts";

/**
 * Sends a document as a download or, for an address with `PREVIEW_PARAM`, for the viewer: a picture is encoded again, and a
 * PDF stays in a sandbox. Word files are only ever downloaded.
 * @throws notFound
 */
export async function sendDocument(
  person: Person,
  { owner, documentId }: { owner: RecordOwner; documentId: number },
  request: Request,
): Promise<Response> {
  const record = await getRecordFileAccess(person, owner);
  const [document] = await listDocumentRows(owner, documentId, noTransaction);
  if (!document || !canReadDocument(record, document)) throw itemNotFound("document");
  if (isMedicalDocument(record, document)) await noteMedicalReading(person, owner);
  const { file_name: fileName, original_name: originalName } = document;
  const preview = new URL(request.url).searchParams.has(PREVIEW_PARAM) ? previewKind(document) : null;
  if (preview === "pdf") return sandboxedPdfResponse(request, fileName);
  if (preview === "picture") return sendPreviewPicture(fileName, request);
  return fileResponse(request, fileName, originalName);
}

async function sendPreviewPicture(fileName: string, request: Request): Promise<Response> {
  const path = await ensureLocalFile(fileName);
  const encode = async () => {
    const bytes = await encodePreview(path);
    if (bytes === null) throw notFound("This picture is damaged. Download or replace the file.");
    return bytes;
  };
  return encodedPictureResponse(request, { tag: `"preview-${fileName}"`, encode });
}

/** The URL parameter that asks for a document in the form that the viewer shows. */
const PREVIEW_PARAM = "preview";

function previewKind({ media_type: type }: Pick<DocumentRow, "media_type">): "pdf" | "picture" | null {
  if (type === "application/pdf") return "pdf";
  return type.startsWith("image/") ? "picture" : null;
}

/** A document in the viewer. `src` is null for a Word file, which the viewer offers to download. */
export type ShownDocument = {
  id: number;
  title: string;
  about: string;
  src: string | null;
  isPicture: boolean;
  downloads: { words: string; href: string }[];
};

type Wanted = { owner: RecordOwner } & ({ documentId: number; viewer: URL } | { description: string });

/**
 * Loads a document for the viewer, with the other documents of the record.
 * @throws notFound, or the redirect to the document beside one that was deleted while a link to it was open
 */
export async function loadShownDocument(
  { person, school }: Pick<Visit, "person" | "school">,
  wanted: Wanted,
): Promise<{ shown: ShownDocument; all: { id: number; title: string; about: string }[] }> {
  const { owner } = wanted;
  const documents = await listDocuments(person, owner);
  const found = documents.find((document) =>
    "documentId" in wanted
      ? document.document_id === wanted.documentId
      : document.description === wanted.description,
  );
  if (!found)
    throw (
      ("viewer" in wanted && (await redirectToNeighbour(wanted.viewer, documents))) ||
      itemNotFound("document")
    );
  const { brief, uploaded } = describeUpload(found, school.timeZone);
  const href = documentUrl(owner, found.document_id);
  const kind = previewKind(found);
  const shown = {
    id: found.document_id,
    title: found.description,
    about: `${brief.split(",")[0]}, ${formatFileSize(found.bytes)}, uploaded ${uploaded}`,
    src: kind === null ? null : `${href}?${PREVIEW_PARAM}=1`,
    isPicture: kind === "picture",
    downloads: [{ words: "Download", href }],
  };
  const all = documents.map((document) => ({
    id: document.document_id,
    title: document.description,
    about: describeUpload(document, school.timeZone).brief,
  }));
  return { shown, all };
}

/**
 * Redirects to the document beside one that was deleted. Returns null for an address that no link of the viewer has.
 */
async function redirectToNeighbour(viewer: URL, documents: readonly DocumentRow[]): Promise<Response | null> {
  const after = parseId(viewer.searchParams.get("after"));
  const from = after ?? parseId(viewer.searchParams.get("before"));
  const place = documents.findIndex((document) => document.document_id === from);
  const present = documents[place];
  if (!present) return null;
  const isBack = after === null;
  const further = documents[isBack ? place - 1 : place + 1];
  const neighbour = isBack ? { before: present.document_id } : { after: present.document_id };
  const to = further
    ? neighbourDocumentUrl(viewer, further.document_id, neighbour)
    : neighbourDocumentUrl(viewer, present.document_id, {});
  const message = describeReplacementDocument("document", { isBack, isEnd: !further });
  return reloadWithNotice(to, message, { tone: "refused", seconds: 6 });
}

function noteMedicalReading(person: Person, { id: studentKey }: RecordOwner): Promise<void> {
  const { accountId } = person;
  return transaction(person, (t) =>
    logRecordViews({ accountId, studentKeys: [studentKey], records: ["medical"] }, t),
  );
}
