import type { Visit } from "#access/session.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { documentsOf, type DocumentRow } from "#db/queries/people/record-files.ts";
import { noteRecordViews } from "#db/queries/people/student-tabs.ts";
import { dayOf, formatDate } from "#domain/dates.ts";
import { actorName } from "#domain/names.ts";
import { documentUrl, uploadUrl, type RecordOwner } from "#domain/people/record-owner.ts";
import type { Person } from "#domain/person.ts";
import { fileResponse } from "#files/file-response.server.ts";
import { notFound } from "#runtime/errors.ts";
import { isMedical, isTheirs, mayRead, openRecord, type OpenRecord } from "../open-record.server.ts";
import { sizeWords, type ShownDocuments } from "./documents.ts";

/** The documents of a record. @throws notFound */
export async function showDocuments(
  { person, school }: Pick<Visit, "person" | "school">,
  owner: RecordOwner,
): Promise<ShownDocuments> {
  const record = await openRecord(person, owner);
  const documents = await readableOf(record);
  const shown = documents.map((document) => ({
    id: document.document_id,
    description: document.description,
    file: `${document.original_name}, ${sizeWords(document.bytes)}`,
    ...uploadWords(document, school.timeZone),
    url: documentUrl(owner, document.document_id),
    isMine: isTheirs(person, record, document),
  }));
  return { documents: shown, upload: uploadUrl(owner), types: record.types, adds: record.adds };
}

/** @throws notFound */
export async function listDocuments(person: Person, owner: RecordOwner): Promise<DocumentRow[]> {
  return readableOf(await openRecord(person, owner));
}

/** The document itself, to be saved: nothing that was uploaded is shown in a page of ours. @throws notFound */
export async function sendDocument(
  person: Person,
  { owner, documentId }: { owner: RecordOwner; documentId: number },
  request: Request,
): Promise<Response> {
  const record = await openRecord(person, owner);
  const [document] = await documentsOf(owner, documentId, noTransaction);
  if (!document || !mayRead(record, document)) throw notFound("There is no such document any more.");
  if (isMedical(record, document)) await noteMedicalReading(person, owner);
  return fileResponse(request, document.file_name, document.original_name);
}

/** In the order of the types, where there is one of each. */
async function readableOf(record: OpenRecord): Promise<DocumentRow[]> {
  const documents = await documentsOf(record.owner, null, noTransaction);
  const { types } = record;
  if (types === null) return documents;
  return types.flatMap((type) => documents.filter(({ description }) => description === type));
}

function noteMedicalReading(person: Person, { id: studentKey }: RecordOwner): Promise<void> {
  const { accountId } = person;
  return transaction(person, (t) =>
    noteRecordViews({ accountId, studentKeys: [studentKey], records: ["medical"] }, t),
  );
}

function uploadWords(document: DocumentRow, timeZone: string): { brief: string; uploaded: string } {
  const day = formatDate(dayOf(document.uploaded_at, timeZone));
  const by = actorName(document);
  const extension = document.original_name.split(".").at(-1) ?? "";
  return { brief: `${extension.toUpperCase()}, ${day}`, uploaded: by ? `${day} by ${by}` : day };
}
