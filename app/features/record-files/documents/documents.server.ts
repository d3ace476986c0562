import { z } from "zod";
import { rejectOtherAccount } from "#access/author.server.ts";
import { answerFields, done, doneHere, rejected, type Outcome } from "#access/forms/answer-form.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { deleteFiles } from "#db/queries/files.ts";
import {
  createDocument,
  listDocumentRows,
  lockRecord,
  findDocumentOwner,
  deleteDocumentRow,
  type DocumentRow,
} from "#db/queries/people/record-files.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import { toCalendarDay, formatDate } from "#domain/dates.ts";
import { MESSAGES } from "#domain/messages.ts";
import { actorName } from "#domain/names.ts";
import { parseId, isOwnPage, PATHS } from "#domain/paths.ts";
import { documentUrl, uploadUrl, type RecordKind, type RecordOwner } from "#domain/people/record-owner.ts";
import type { Person } from "#domain/person.ts";
import { text } from "#fields/texts.ts";
import {
  checkDocument,
  MOST_DOCUMENT_BYTES,
  writeDocument,
  type DocumentType,
} from "#files/documents.server.ts";
import { fileResponse } from "#files/file-response.server.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { removeStored } from "#files/store.server.ts";
import { harmlessName } from "#runtime/file-name.ts";
import { conflict, notFound } from "#runtime/errors.ts";
import {
  isMedical,
  isTheirs,
  mayRead,
  openRecord,
  recordToAddTo,
  type OpenRecord,
} from "../open-record.server.ts";
import { LONGEST_DOCUMENT_TYPE, MOST_DOCUMENTS, formatFileSize } from "./documents.ts";

export type DocumentsView = Awaited<ReturnType<typeof loadDocuments>>;
export type DocumentView = DocumentsView["documents"][number];

/** Loads the documents of a record. @throws notFound */
export async function loadDocuments(
  { person, school }: Pick<Visit, "person" | "school">,
  owner: RecordOwner,
) {
  const record = await openRecord(person, owner);
  const documents = (await readableOf(record)).map((document) => ({
    id: document.document_id,
    description: document.description,
    /** The name and the size, such as `appointment-letter.pdf, 412 KB`. */
    file: `${document.original_name}, ${formatFileSize(document.bytes)}`,
    ...uploadWords(document, school.timeZone),
    url: documentUrl(owner, document.document_id),
    /** Whether this person may delete the document and send it again. */
    isMine: isTheirs(person, record, document),
  }));
  const { types, adds } = record;
  /** The address to which the panel's script sends a file. */
  const upload = uploadUrl(owner);
  return { documents, upload, types, adds };
}

/** @throws notFound */
export async function listDocuments(person: Person, owner: RecordOwner): Promise<DocumentRow[]> {
  return readableOf(await openRecord(person, owner));
}

/** Sends a document as a download, because no page of ours shows uploaded content. @throws notFound */
export async function sendDocument(
  person: Person,
  { owner, documentId }: { owner: RecordOwner; documentId: number },
  request: Request,
): Promise<Response> {
  const record = await openRecord(person, owner);
  const [document] = await listDocumentRows(owner, documentId, noTransaction);
  if (!document || !mayRead(record, document))
    throw notFound("This document no longer exists, or you cannot open it.");
  if (isMedical(record, document)) await noteMedicalReading(person, owner);
  return fileResponse(request, document.file_name, document.original_name);
}

/** Lists the documents; in the order of the types, if the record has one document of each. */
async function readableOf(record: OpenRecord): Promise<DocumentRow[]> {
  const documents = await listDocumentRows(record.owner, null, noTransaction);
  const { types } = record;
  if (types === null) return documents;
  return types.flatMap((type) => documents.filter(({ description }) => description === type));
}

function noteMedicalReading(person: Person, { id: studentKey }: RecordOwner): Promise<void> {
  const { accountId } = person;
  return transaction(person, (t) =>
    logRecordViews({ accountId, studentKeys: [studentKey], records: ["medical"] }, t),
  );
}

/** Returns words such as `PDF, 12 Jan 2026` and `12 Jan 2026 by W. Gomez`. */
function uploadWords(document: DocumentRow, timeZone: string): { brief: string; uploaded: string } {
  const day = formatDate(toCalendarDay(document.uploaded_at, timeZone));
  const by = actorName(document);
  const extension = document.original_name.split(".").at(-1) ?? "";
  return { brief: `${extension.toUpperCase()}, ${day}`, uploaded: by ? `${day} by ${by}` : day };
}

const GONE = "This document no longer exists, or you cannot open it.";
const REPLACED = "This document has been replaced or deleted. Check the list, then upload your file again.";
const NO_ROOM = `This record already has ${MOST_DOCUMENTS} documents, the most it can hold. Delete one first.`;

export const DOCUMENT_FILE = { name: "file", most: MOST_DOCUMENT_BYTES };

/** `replaces` is the document that is sent again; its type stays. */
type DocumentGiven = { owner: RecordOwner; description: string; replaces: number | null };

type Saved = { ok: true; document: DocumentRow } | NotSaved;
type NotSaved = { ok: false; field: "file" | "description"; fault: string };

export type DocumentInput = z.input<typeof DocumentForm> & { file?: File };

const DocumentForm = z.object({ description: z.string().default(""), replaces: z.string().optional() });

type Kept<Result> = (words: string) => Outcome<Result>;

/** Answers the upload form of a browser without scripts, with a redirect to the page of the form. */
export function answerDocument(person: Person, owner: RecordOwner, request: Request) {
  const { pathname, search } = new URL(request.url);
  return receiveDocument(person, { owner, kept: (words) => done(pathname + search, words) }, request);
}

/** Answers the upload form that the script sends, with the message for the script to show. */
export async function answerUpload(person: Person, owner: RecordOwner, request: Request) {
  const kept: Kept<{ message: string }> = (message) => doneHere({ message });
  const answer = await receiveDocument(person, { owner, kept }, request);
  if (answer instanceof Response) throw new Error("an upload leads nowhere");
  return { status: answer.init?.status ?? 200, body: answer.data };
}

/**
 * Checks the person's rights before it receives anything, then streams the file to the disk.
 * @throws notFound, forbidden
 */
async function receiveDocument<Result>(
  person: Person,
  { owner, kept }: { owner: RecordOwner; kept: Kept<Result> },
  request: Request,
) {
  await recordToAddTo(person, owner);
  return receiveFile(request, DOCUMENT_FILE, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return answerFields(Object.entries(fields), DocumentForm, async ({ description, replaces: id }) => {
      const replaces = parseId(id);
      if (id !== undefined && replaces === null) throw notFound(GONE);
      const given = { owner, description: description.trim(), replaces };
      const saved = await saveDocument(person, given, file);
      if (!saved.ok) return rejected({ [saved.field]: saved.fault });
      return kept(`${saved.document.description} uploaded.`);
    });
  });
}

/** Saves a document in a person's record. @throws notFound, forbidden */
export async function saveDocument(
  person: Person,
  given: DocumentGiven,
  file: ReceivedFile | null,
): Promise<Saved> {
  const record = await recordToAddTo(person, given.owner);
  const before = given.replaces === null ? null : await documentOf(record, given.replaces);
  if (before && !isTheirs(person, record, before)) throw notFound();
  const description = before?.description ?? String(DESCRIPTION.posted(given.description) ?? "");
  const fault = faultOfType(record, description);
  if (fault) return { ok: false, field: "description", fault };
  if (!file) return { ok: false, field: "file", fault: MESSAGES.selectFile };
  const checked = await checkDocument(file);
  if (!checked.ok) return { ok: false, field: "file", fault: checked.fault };
  return keep(person, { ...given, description }, { ...file, record, type: checked.type });
}

const DESCRIPTION = text({ longest: LONGEST_DOCUMENT_TYPE });

function faultOfType({ types }: OpenRecord, description: string): string | null {
  const isOffered = types === null ? description !== "" : types.includes(description);
  return isOffered ? DESCRIPTION.refuse(description) : MESSAGES.documentType;
}

type Checked = ReceivedFile & { type: DocumentType };

async function keep(
  person: Person,
  given: DocumentGiven,
  { record, ...file }: Checked & { record: OpenRecord },
): Promise<Saved> {
  const { owner, description, replaces } = given;
  const kept = await transaction(person, async (t) => {
    await lockRecord(owner, t);
    const fault = replaces === null ? await faultOfPlace(record, description, t) : null;
    return fault ?? store(person, { given, file }, t);
  });
  if (typeof kept === "string") return { ok: false, field: "file", fault: kept };
  if (kept.removed !== null) await removeStored(kept.removed);
  return { ok: true, document: kept.document };
}

/** Stores the document; returns its row, and the file of the document that it replaces. */
async function store(
  { accountId: uploadedBy }: Person,
  { given: { owner, description, replaces }, file }: { given: DocumentGiven; file: Checked },
  t: Transaction,
): Promise<{ removed: string | null; document: DocumentRow }> {
  const removed = replaces === null ? null : await dropped(owner, replaces, t);
  if (replaces !== null && removed === null) throw conflict(REPLACED);
  const fileName = await writeDocument(file, file.type, t);
  const originalName = harmlessName(file.name, file.type.extension);
  const documentId = await createDocument(owner, { description, fileName, originalName, uploadedBy }, t);
  const [document] = await listDocumentRows(owner, documentId, t);
  if (!document) throw new Error("a document that was kept is gone");
  return { removed, document };
}

/**
 * Returns why there is no room for the document, or null. Lock the owner first, so that two documents which arrive
 * together do not both find the last place.
 */
async function faultOfPlace(
  { owner, types }: OpenRecord,
  description: string,
  t: Transaction,
): Promise<string | null> {
  const held = await listDocumentRows(owner, null, t);
  if (types !== null && held.some((document) => document.description === description))
    return `The record already has this document: ${description}. Check the file, then use Resubmit File to replace it.`;
  return held.length >= MOST_DOCUMENTS ? NO_ROOM : null;
}

/** `go` is the page on which the form was opened. */
export const DeleteForm = z.object({ go: z.string().default(PATHS.mainMenu) });

type DeleteSubmitted = AskedDocument & { input: z.output<typeof DeleteForm> };

/** Answers the form that deletes a document. @throws notFound */
export async function answerDelete(person: Person, { input: { go }, ...rest }: DeleteSubmitted) {
  const { description } = await deleteDocument(person, rest);
  return done(isOwnPage(go) ? go : PATHS.mainMenu, `${description} deleted.`);
}

type AskedDocument = { owner: RecordOwner; documentId: number };

/** Deletes a document; a document that this person may not delete counts as not found. @throws notFound */
async function deleteDocument(
  person: Person,
  { owner, documentId }: AskedDocument,
): Promise<{ description: string }> {
  const record = await openRecord(person, owner);
  const document = await documentOf(record, documentId);
  if (!isTheirs(person, record, document)) throw notFound();
  const removed = await transaction(person, async (t) => {
    await lockRecord(owner, t);
    return dropped(owner, documentId, t);
  });
  if (removed === null) throw notFound(GONE);
  await removeStored(removed);
  return { description: document.description };
}

/** Deletes a document that an API call names by its id alone. @throws notFound */
export async function deleteDocumentById(
  person: Person,
  { kind, documentId }: { kind: RecordKind; documentId: number },
): Promise<{ description: string }> {
  const owner = await findDocumentOwner(kind, documentId, noTransaction);
  if (owner === null) throw notFound();
  return deleteDocument(person, { owner, documentId });
}

async function documentOf({ owner }: OpenRecord, documentId: number): Promise<DocumentRow> {
  const [found] = await listDocumentRows(owner, documentId, noTransaction);
  if (!found) throw notFound(GONE);
  return found;
}

/**
 * Deletes the row; returns the name of its file, or null if somebody else was first. The caller removes the file after
 * the commit, because after a rollback the row still needs it.
 */
async function dropped(owner: RecordOwner, documentId: number, t: Transaction): Promise<string | null> {
  const fileName = await deleteDocumentRow(owner, documentId, t);
  if (fileName !== null) await deleteFiles({ names: [fileName] }, t);
  return fileName;
}
