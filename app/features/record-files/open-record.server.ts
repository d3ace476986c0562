import { hasPermission } from "#access/permissions.ts";
import { getVisibleStudent, getStudentKey } from "#access/visible-student.server.ts";
import { getVisibleEmployee } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import type { DocumentRow } from "#db/queries/people/record-files.ts";
import { parseId } from "#domain/paths.ts";
import type { RecordKind, RecordOwner } from "#domain/people/record-owner.ts";
import { STUDENT_DOCUMENTS, type StudentDocumentKind } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, itemNotFound, notFound } from "#runtime/errors.ts";

export type RecordFileAccess = {
  owner: RecordOwner;
  /** Whether this person may delete and replace all documents, including those that others uploaded. */
  manages: boolean;
  /** Whether this person may add documents, and delete documents that this person has added. */
  adds: boolean;
  /**
   * The document types that this person may read. A student has at most one document of each type. Null for an
   * employee, who may have any number of documents of any type.
   */
  types: readonly string[] | null;
  /** Whether this person may change the picture; true for administrators only. */
  setsPicture: boolean;
};

type Find = (person: Person, id: number) => Promise<Omit<RecordFileAccess, "owner" | "setsPicture">>;

const FIND: Record<RecordKind, Find> = { employee: findEmployee, student: findStudent };

/** Returns the record, with the permissions of this person. @throws notFound if they may not see it */
export async function getRecordFileAccess(person: Person, owner: RecordOwner): Promise<RecordFileAccess> {
  const found = await FIND[owner.kind](person, owner.id);
  return { owner, ...found, setsPicture: hasPermission(person, "admin") };
}

/**
 * Returns whether this person may delete or replace the document. The office may, and so may the person who uploaded
 * it.
 */
export function canChangeDocument(
  { accountId }: Person,
  { manages, adds }: RecordFileAccess,
  { uploaded_by }: Pick<DocumentRow, "uploaded_by">,
): boolean {
  return manages || (adds && uploaded_by === accountId);
}

/** Returns the record if this person may add documents to it. @throws notFound, forbidden */
export async function getRecordToAddTo(person: Person, owner: RecordOwner): Promise<RecordFileAccess> {
  const record = await getRecordFileAccess(person, owner);
  if (!record.adds) throw forbidden();
  return record;
}

export function canReadDocument(
  { types }: RecordFileAccess,
  { description }: Pick<DocumentRow, "description">,
): boolean {
  return types === null || types.includes(description);
}

/** Returns whether the document is medical data of a child. Reading such a document is logged. */
export function isMedicalDocument(
  { owner }: RecordFileAccess,
  { description }: Pick<DocumentRow, "description">,
): boolean {
  return owner.kind === "student" && description === IMMUNIZATION;
}

async function findEmployee(person: Person, id: number) {
  const { manages } = await getVisibleEmployee(person, id, noTransaction);
  return { manages, adds: true, types: null };
}

const IMMUNIZATION: StudentDocumentKind = "Immunization Card";

async function findStudent(person: Person, id: number) {
  const { manages, tabs } = await getVisibleStudent(person, id, noTransaction);
  const types = STUDENT_DOCUMENTS.filter((type) => type !== IMMUNIZATION || tabs.includes("medical"));
  return { manages, adds: manages, types };
}

type Params = Readonly<Record<string, string | undefined>>;

/** Returns the record's owner from the URL's parameters. @throws notFound */
export function parseRecordOwner({ employeeId, studentKey }: Params): RecordOwner {
  const kind = studentKey === undefined ? "employee" : "student";
  const id = parseId(studentKey ?? employeeId);
  if (id === null) throw itemNotFound(`${kind}’s record`, kind);
  return { kind, id };
}

/** Returns the document and its owner from the URL's parameters. @throws notFound */
export function parseDocumentParams(params: Params): { owner: RecordOwner; documentId: number } {
  const documentId = parseId(params["documentId"]);
  if (documentId === null) throw notFound();
  return { owner: parseRecordOwner(params), documentId };
}

/** Returns the student with this public id as the owner of a record. @throws notFound */
export async function getStudentOwner(studentId: string): Promise<RecordOwner> {
  return { kind: "student", id: await getStudentKey(studentId) };
}
