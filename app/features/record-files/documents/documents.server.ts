import { formatFileSize } from "#domain/text/noun.ts";
import { z } from "zod";
import { rejectOtherAccount } from "#access/author.server.ts";
import {
  handleFormFields,
  formSucceeded,
  formSucceededWithResult,
  rejected,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
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
import { toCalendarDay, formatDate } from "#domain/dates.ts";
import { MESSAGES } from "#domain/messages.ts";
import { formatActorName } from "#domain/names.ts";
import { parseId, isOwnPage, PATHS } from "#domain/paths.ts";
import {
  documentUrl,
  documentUploadUrl,
  type RecordKind,
  type RecordOwner,
} from "#domain/people/record-owner.ts";
import type { Person } from "#domain/person.ts";
import { textField } from "#fields/texts.ts";
import {
  checkDocument,
  MAX_DOCUMENT_BYTES,
  writeDocument,
  type DocumentFileType,
} from "#files/documents.server.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { deleteStoredFile } from "#files/store.server.ts";
import { cleanFileNameWithExtension } from "#runtime/file-name.ts";
import { conflict, itemNotFound, notFound } from "#runtime/errors.ts";
import {
  canChangeDocument,
  getRecordFileAccess,
  getRecordToAddTo,
  type RecordFileAccess,
  getStudentOwner,
} from "../open-record.server.ts";
import { MAX_DOCUMENT_TYPE_LENGTH, MAX_DOCUMENTS } from "./documents.ts";

export type DocumentsView = Awaited<ReturnType<typeof loadDocuments>>;
export type DocumentView = DocumentsView["documents"][number];

/** Loads the documents of a record. @throws notFound */
export async function loadDocuments(
  { person, school }: Pick<Visit, "person" | "school">,
  owner: RecordOwner,
) {
  const record = await getRecordFileAccess(person, owner);
  const documents = (await readableOf(record)).map((document) => ({
    id: document.document_id,
    description: document.description,
    file: `${document.original_name}, ${formatFileSize(document.bytes)}`,
    ...describeUpload(document, school.timeZone),
    url: documentUrl(owner, document.document_id),
    /** Whether this person may delete or replace the document. */
    isMine: canChangeDocument(person, record, document),
  }));
  const { types, adds } = record;
  /** The URL to which the panel uploads a file with JavaScript. */
  const upload = documentUploadUrl(owner);
  return { documents, upload, types, adds };
}

/**
 * Lists the documents of a record that the person may read.
 * @throws notFound
 */
export async function listDocuments(person: Person, owner: RecordOwner): Promise<DocumentRow[]> {
  return readableOf(await getRecordFileAccess(person, owner));
}

/**
 * Lists the documents. If the record has at most one document of each type, the list follows the order of the types.
 */
async function readableOf(record: RecordFileAccess): Promise<DocumentRow[]> {
  const documents = await listDocumentRows(record.owner, null, noTransaction);
  const { types } = record;
  if (types === null) return documents;
  return types.flatMap((type) => documents.filter(({ description }) => description === type));
}

/** Returns text such as `PDF, 12 Jan 2026` and `12 Jan 2026 by W. Gomez`. */
export function describeUpload(document: DocumentRow, timeZone: string): { brief: string; uploaded: string } {
  const day = formatDate(toCalendarDay(document.uploaded_at, timeZone));
  const by = formatActorName(document);
  const extension = document.original_name.split(".").at(-1) ?? "";
  return { brief: `${extension.toUpperCase()}, ${day}`, uploaded: by ? `${day} by ${by}` : day };
}

const REPLACED = "This document has been replaced or deleted. Check the list, then upload your file again.";
const NO_ROOM = `This record already has ${MAX_DOCUMENTS} documents, which is the limit. Delete a document, then upload the file again.`;

export const DOCUMENT_UPLOAD_LIMITS = { name: "file", most: MAX_DOCUMENT_BYTES };

/** `replaces` is the document that is replaced; its type stays the same. */
type DocumentGiven = { owner: RecordOwner; description: string; replaces: number | null };

type Saved = { ok: true; document: DocumentRow } | NotSaved;
type NotSaved = { ok: false; field: "file" | "description"; fault: string };

export type DocumentInput = z.input<typeof DocumentForm> & { file?: File };

const DocumentForm = z.object({ description: z.string().default(""), replaces: z.string().optional() });

type Kept<Result> = (words: string) => FormOutcome<Result>;

/** Handles an upload without JavaScript, by redirecting to the page with the form. */
export function submitDocument(person: Person, owner: RecordOwner, request: Request) {
  const { pathname, search } = new URL(request.url);
  return receiveDocument(
    person,
    { owner, kept: (words) => formSucceeded(pathname + search, words) },
    request,
  );
}

/** Handles an upload with JavaScript, by returning the message to show. */
export async function submitScriptedUpload(person: Person, owner: RecordOwner, request: Request) {
  const kept: Kept<{ message: string }> = (message) => formSucceededWithResult({ message });
  const answer = await receiveDocument(person, { owner, kept }, request);
  if (answer instanceof Response) throw new Error("an upload leads nowhere");
  return { status: answer.init?.status ?? 200, body: answer.data };
}

/**
 * Checks the person's permission before receiving anything, then streams the file to disk.
 * @throws notFound, forbidden
 */
async function receiveDocument<Result>(
  person: Person,
  { owner, kept }: { owner: RecordOwner; kept: Kept<Result> },
  request: Request,
) {
  await getRecordToAddTo(person, owner);
  return receiveFile(request, DOCUMENT_UPLOAD_LIMITS, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return handleFormFields(Object.entries(fields), DocumentForm, async ({ description, replaces: id }) => {
      const replaces = parseId(id);
      if (id !== undefined && replaces === null) throw itemNotFound("document");
      const given = { owner, description: description.trim(), replaces };
      const saved = await saveDocument(person, given, file);
      if (!saved.ok) return rejected({ [saved.field]: saved.fault });
      return kept(`${saved.document.description} uploaded.`);
    });
  });
}

/** Saves a document in a record. @throws notFound, forbidden */
async function saveDocument(person: Person, given: DocumentGiven, file: ReceivedFile | null): Promise<Saved> {
  const record = await getRecordToAddTo(person, given.owner);
  const before = given.replaces === null ? null : await documentOf(record, given.replaces);
  if (before && !canChangeDocument(person, record, before)) throw notFound();
  const description = before?.description ?? String(DESCRIPTION.posted(given.description) ?? "");
  const fault = faultOfType(record, description);
  if (fault) return { ok: false, field: "description", fault };
  if (!file) return { ok: false, field: "file", fault: MESSAGES.selectFile };
  const checked = await checkDocument(file);
  if (!checked.ok) return { ok: false, field: "file", fault: checked.fault };
  return keep(person, { ...given, description }, { ...file, record, type: checked.type });
}

const DESCRIPTION = textField({ longest: MAX_DOCUMENT_TYPE_LENGTH });

function faultOfType({ types }: RecordFileAccess, description: string): string | null {
  const isOffered = types === null ? description !== "" : types.includes(description);
  return isOffered ? DESCRIPTION.refuse(description) : MESSAGES.documentType;
}

type Checked = ReceivedFile & { type: DocumentFileType };

async function keep(
  person: Person,
  given: DocumentGiven,
  { record, ...file }: Checked & { record: RecordFileAccess },
): Promise<Saved> {
  const { owner, description, replaces } = given;
  const kept = await transaction(person, async (t) => {
    await lockRecord(owner, t);
    const fault = replaces === null ? await faultOfPlace(record, description, t) : null;
    return fault ?? store(person, { given, file }, t);
  });
  if (typeof kept === "string") return { ok: false, field: "file", fault: kept };
  if (kept.removed !== null) await deleteStoredFile(kept.removed);
  return { ok: true, document: kept.document };
}

/** Stores the document. Returns its row, and the file of the document that it replaced. */
async function store(
  { accountId: uploadedBy }: Person,
  { given: { owner, description, replaces }, file }: { given: DocumentGiven; file: Checked },
  t: Transaction,
): Promise<{ removed: string | null; document: DocumentRow }> {
  const removed = replaces === null ? null : await dropped(owner, replaces, t);
  if (replaces !== null && removed === null) throw conflict(REPLACED);
  const fileName = await writeDocument(file, file.type, t);
  const originalName = cleanFileNameWithExtension(file.name, file.type.extension);
  const documentId = await createDocument(owner, { description, fileName, originalName, uploadedBy }, t);
  const [document] = await listDocumentRows(owner, documentId, t);
  if (!document) throw new Error("a stored document is missing");
  return { removed, document };
}

/**
 * Returns why the record cannot have another document, or null. The caller must lock the owner first, so that two
 * simultaneous uploads cannot both use the last free place.
 */
async function faultOfPlace(
  { owner, types }: RecordFileAccess,
  description: string,
  t: Transaction,
): Promise<string | null> {
  const held = await listDocumentRows(owner, null, t);
  if (types !== null && held.some((document) => document.description === description))
    return `The record already has this document: ${description}. Check the file, then use Resubmit File to replace it.`;
  return held.length >= MAX_DOCUMENTS ? NO_ROOM : null;
}

/** `go` is the URL of the page to return to. */
export const DeleteDocumentFormSchema = z.object({ go: z.string().default(PATHS.mainMenu) });

type DeleteSubmitted = AskedDocument & { input: z.output<typeof DeleteDocumentFormSchema> };

/** Handles the form that deletes a document. @throws notFound */
export async function submitDocumentDeletion(person: Person, { input: { go }, ...rest }: DeleteSubmitted) {
  const { description } = await deleteDocument(person, rest);
  return formSucceeded(isOwnPage(go) ? go : PATHS.mainMenu, `${description} deleted.`);
}

type AskedDocument = { owner: RecordOwner; documentId: number };

/** Deletes a document. @throws notFound also for a document that this person may not delete */
async function deleteDocument(
  person: Person,
  { owner, documentId }: AskedDocument,
): Promise<{ description: string }> {
  const record = await getRecordFileAccess(person, owner);
  const document = await documentOf(record, documentId);
  if (!canChangeDocument(person, record, document)) throw notFound();
  const removed = await transaction(person, async (t) => {
    await lockRecord(owner, t);
    return dropped(owner, documentId, t);
  });
  if (removed === null) throw itemNotFound("document");
  await deleteStoredFile(removed);
  return { description: document.description };
}

/** Deletes a document for an API call that has only the document's id. @throws notFound */
export async function deleteDocumentById(
  person: Person,
  { kind, documentId }: { kind: RecordKind; documentId: number },
): Promise<{ description: string }> {
  const owner = await findDocumentOwner(kind, documentId, noTransaction);
  if (owner === null) throw notFound();
  return deleteDocument(person, { owner, documentId });
}

async function documentOf({ owner }: RecordFileAccess, documentId: number): Promise<DocumentRow> {
  const [found] = await listDocumentRows(owner, documentId, noTransaction);
  if (!found) throw itemNotFound("document");
  return found;
}

/**
 * Deletes the row. Returns the name of its file, or null if the row was already gone. The caller deletes the file only
 * after the commit, because the row still needs its file if the transaction is rolled back.
 */
async function dropped(owner: RecordOwner, documentId: number, t: Transaction): Promise<string | null> {
  const fileName = await deleteDocumentRow(owner, documentId, t);
  if (fileName !== null) await deleteFiles({ names: [fileName] }, t);
  return fileName;
}

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
  employee_id: z.string(WRONG_ID).optional().meta({ description: "The employee's ID, if id is not sent." }),
  category: z
    .enum(["employee", "employees", "student", "students"], "This must be “employee” or “student”.")
    .default("employee"),
  file_type: z.literal("document", "This must be “document”.").optional(),
  file_description: z.string("This must be text.").default(""),
});

type FileUploadResult = { ok: true; document: DocumentRow } | { ok: false; field: string; fault: string };

/** Receives a file from an API call and streams it to disk. @throws notFound, badRequest */
export function uploadDocumentFile(person: Person, request: Request): Promise<FileUploadResult> {
  return receiveFile(request, DOCUMENT_UPLOAD_LIMITS, async ({ fields, file }) => {
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
