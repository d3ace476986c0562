import { refuseOther } from "#access/author.server.ts";
import { transaction, noTransaction, type Transaction } from "#db/index.ts";
import { forgetFiles } from "#db/queries/files.ts";
import {
  addDocument,
  documentsOf,
  lockRecord,
  ownerOfDocument,
  removeDocument,
  type DocumentRow,
} from "#db/queries/people/record-files.ts";
import { MESSAGES } from "#domain/messages.ts";
import { idOf } from "#domain/paths.ts";
import type { RecordKind, RecordOwner } from "#domain/people/record-owner.ts";
import type { Person } from "#domain/person.ts";
import { text } from "#fields/texts.ts";
import {
  checkDocument,
  MOST_DOCUMENT_BYTES,
  storeDocument,
  type DocumentType,
} from "#files/documents.server.ts";
import { receiveFile, type Received, type ReceivedFile } from "#files/received-file.server.ts";
import { removeStored } from "#files/store.server.ts";
import { harmlessName } from "#runtime/file-name.ts";
import { conflict, notFound } from "#runtime/errors.ts";
import { isTheirs, openRecord, recordToAddTo, type OpenRecord } from "../open-record.server.ts";
import { LONGEST_DOCUMENT_TYPE, MOST_DOCUMENTS, type DocumentRefused } from "./documents.ts";

const GONE = "There is no such document any more.";
const REPLACED = "This document was replaced or deleted meanwhile. Look at the list, then send yours again.";
const NO_ROOM = `There are ${MOST_DOCUMENTS} documents here, and no more can be kept. Delete one first.`;

export const DOCUMENT_FILE = { name: "file", most: MOST_DOCUMENT_BYTES };

/** `replaces`: the document that is sent again, whose type stays. */
export type DocumentGiven = { owner: RecordOwner; description: string; replaces: number | null };

export type DocumentTaken =
  { ok: true; document: DocumentRow } | ({ ok: false } & Pick<DocumentRefused, "field" | "fault">);

/** The form of the panel, its file as a stream to the disk. @throws notFound, forbidden before anything is received */
export async function receiveDocument(
  person: Person,
  owner: RecordOwner,
  request: Request,
): Promise<{ taken: DocumentTaken; given: DocumentGiven }> {
  await recordToAddTo(person, owner);
  return receiveFile(request, DOCUMENT_FILE, async ({ fields, file }: Received) => {
    refuseOther(fields["author"], person);
    const replaces = idOf(fields["replaces"]);
    if (fields["replaces"] && replaces === null) throw notFound(GONE);
    const given = { owner, replaces, description: (fields["description"] ?? "").trim() };
    return { taken: await takeDocument(person, given, file), given };
  });
}

/** Keeps a document of somebody's record. @throws notFound, forbidden */
export async function takeDocument(
  person: Person,
  given: DocumentGiven,
  file: ReceivedFile | null,
): Promise<DocumentTaken> {
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

/** A document that was checked. */
type Checked = ReceivedFile & { type: DocumentType };

async function keep(
  person: Person,
  given: DocumentGiven,
  { record, ...file }: Checked & { record: OpenRecord },
): Promise<DocumentTaken> {
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

/** @returns the document, and the file of the one whose place it takes */
async function store(
  { accountId: uploadedBy }: Person,
  { given: { owner, description, replaces }, file }: { given: DocumentGiven; file: Checked },
  t: Transaction,
): Promise<{ removed: string | null; document: DocumentRow }> {
  const removed = replaces === null ? null : await dropped(owner, replaces, t);
  if (replaces !== null && removed === null) throw conflict(REPLACED);
  const fileName = await storeDocument(file, file.type, t);
  const originalName = harmlessName(file.name, file.type.extension);
  const documentId = await addDocument(owner, { description, fileName, originalName, uploadedBy }, t);
  const [document] = await documentsOf(owner, documentId, t);
  if (!document) throw new Error("a document that was kept is gone");
  return { removed, document };
}

/** Lock the owner first: two that arrive together do not both find the last place. @returns why there is none, or null */
async function faultOfPlace(
  { owner, types }: OpenRecord,
  description: string,
  t: Transaction,
): Promise<string | null> {
  const held = await documentsOf(owner, null, t);
  if (types !== null && held.some((document) => document.description === description))
    return `There is a ${description} here already, uploaded meanwhile. Look at it, then use Resubmit File.`;
  return held.length >= MOST_DOCUMENTS ? NO_ROOM : null;
}

type AskedDocument = { owner: RecordOwner; documentId: number };

/** @throws notFound also for a document that is not this person's to delete */
export async function deleteDocument(
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

/** As a call names it: by its own id. @throws notFound */
export async function deleteDocumentById(
  person: Person,
  { kind, documentId }: { kind: RecordKind; documentId: number },
): Promise<{ description: string }> {
  const owner = await ownerOfDocument(kind, documentId, noTransaction);
  if (owner === null) throw notFound();
  return deleteDocument(person, { owner, documentId });
}

async function documentOf({ owner }: OpenRecord, documentId: number): Promise<DocumentRow> {
  const [found] = await documentsOf(owner, documentId, noTransaction);
  if (!found) throw notFound(GONE);
  return found;
}

/** The bytes go after the commit: what is undone must still have its file. @returns null where somebody else was first */
async function dropped(owner: RecordOwner, documentId: number, t: Transaction): Promise<string | null> {
  const fileName = await removeDocument(owner, documentId, t);
  if (fileName !== null) await forgetFiles({ names: [fileName] }, t);
  return fileName;
}
