import { holds } from "#access/permissions.ts";
import { studentVisibleTo, studentKeyOf } from "#access/visible-student.server.ts";
import { employeeVisibleTo } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import type { DocumentRow } from "#db/queries/people/record-files.ts";
import { parseId } from "#domain/paths.ts";
import type { RecordKind, RecordOwner } from "#domain/people/record-owner.ts";
import { STUDENT_DOCUMENTS, type StudentDocumentKind } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, notFound } from "#runtime/errors.ts";

/** A record, with this person's rights over its files. */
export type OpenRecord = {
  owner: RecordOwner;
  /** Whether this person looks after all documents: deletes and sends again what anybody uploaded. */
  manages: boolean;
  /** Whether this person may add documents, and then delete their own. */
  adds: boolean;
  /**
   * The types that this person may read, with one document of each; null if the record takes any number of any type.
   */
  types: readonly string[] | null;
  /** Only administrators set pictures. */
  setsPicture: boolean;
};

type Find = (person: Person, id: number) => Promise<Omit<OpenRecord, "owner" | "setsPicture">>;

const FIND: Record<RecordKind, Find> = { employee: findEmployee, student: findStudent };

/** Returns the record if this person may see it. @throws notFound */
export async function openRecord(person: Person, owner: RecordOwner): Promise<OpenRecord> {
  const found = await FIND[owner.kind](person, owner.id);
  return { owner, ...found, setsPicture: holds(person, "admin") };
}

/** The office and the person who uploaded a document may delete it and send it again. */
export function isTheirs(
  { accountId }: Person,
  { manages, adds }: OpenRecord,
  { uploaded_by }: Pick<DocumentRow, "uploaded_by">,
): boolean {
  return manages || (adds && uploaded_by === accountId);
}

/** Returns the record if this person may add documents to it. @throws notFound, forbidden */
export async function recordToAddTo(person: Person, owner: RecordOwner): Promise<OpenRecord> {
  const record = await openRecord(person, owner);
  if (!record.adds) throw forbidden();
  return record;
}

export function mayRead({ types }: OpenRecord, { description }: Pick<DocumentRow, "description">): boolean {
  return types === null || types.includes(description);
}

/** Returns whether the document is medical data of a child: reading such data is logged. */
export function isMedical({ owner }: OpenRecord, { description }: Pick<DocumentRow, "description">): boolean {
  return owner.kind === "student" && description === IMMUNIZATION;
}

async function findEmployee(person: Person, id: number) {
  const { manages } = await employeeVisibleTo(person, id, noTransaction);
  return { manages, adds: true, types: null };
}

const IMMUNIZATION: StudentDocumentKind = "Immunization Card";

async function findStudent(person: Person, id: number) {
  const { manages, tabs } = await studentVisibleTo(person, id, noTransaction);
  const types = STUDENT_DOCUMENTS.filter((type) => type !== IMMUNIZATION || tabs.includes("medical"));
  return { manages, adds: manages, types };
}

type Params = Readonly<Record<string, string | undefined>>;

/** Returns the record that an address names. @throws notFound */
export function ownerIn({ employeeId, studentKey }: Params): RecordOwner {
  const kind = studentKey === undefined ? "employee" : "student";
  const id = parseId(studentKey ?? employeeId);
  if (id === null) throw notFound(`This ${kind}’s record no longer exists, or you cannot open it.`);
  return { kind, id };
}

/** Returns the document that an address names, with its record. @throws notFound */
export function documentIn(params: Params): { owner: RecordOwner; documentId: number } {
  const documentId = parseId(params["documentId"]);
  if (documentId === null) throw notFound();
  return { owner: ownerIn(params), documentId };
}

/** Returns the student whom an API call names by the public id. @throws notFound */
export async function studentOwner(studentId: string): Promise<RecordOwner> {
  return { kind: "student", id: await studentKeyOf(studentId) };
}
