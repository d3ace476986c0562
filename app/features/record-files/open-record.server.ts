import { holds } from "#access/permissions.ts";
import { studentVisibleTo } from "#access/visible-student.server.ts";
import { employeeVisibleTo } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import type { DocumentRow } from "#db/queries/people/record-files.ts";
import type { RecordKind, RecordOwner } from "#domain/people/record-owner.ts";
import { STUDENT_DOCUMENTS, type StudentDocumentKind } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { forbidden } from "#runtime/errors.ts";

/** A record as far as this person has to do with its files. */
export type OpenRecord = {
  owner: RecordOwner;
  /** Looks after all of its documents: deletes and sends again what anybody uploaded. */
  manages: boolean;
  /** Adds documents, which are then theirs to delete. */
  adds: boolean;
  /** The types that this person may read, of which there is one document each; null for any, as often as one likes. */
  types: readonly string[] | null;
  /** Admins alone give a picture or another (A6). */
  setsPicture: boolean;
};

type Find = (person: Person, id: number) => Promise<Omit<OpenRecord, "owner" | "setsPicture">>;

const FIND: Record<RecordKind, Find> = { employee: findEmployee, student: findStudent };

/** The record when it is this person's to see. @throws notFound */
export async function openRecord(person: Person, owner: RecordOwner): Promise<OpenRecord> {
  const found = await FIND[owner.kind](person, owner.id);
  return { owner, ...found, setsPicture: holds(person, "admin") };
}

/** A document can be deleted, and sent again, by the office and by who uploaded it. */
export function isTheirs(
  { accountId }: Person,
  { manages, adds }: OpenRecord,
  { uploaded_by }: Pick<DocumentRow, "uploaded_by">,
): boolean {
  return manages || (adds && uploaded_by === accountId);
}

/** The same where something is to be added to it. @throws notFound, forbidden */
export async function recordToAddTo(person: Person, owner: RecordOwner): Promise<OpenRecord> {
  const record = await openRecord(person, owner);
  if (!record.adds) throw forbidden();
  return record;
}

export function mayRead({ types }: OpenRecord, { description }: Pick<DocumentRow, "description">): boolean {
  return types === null || types.includes(description);
}

/** Who reads medical data of a child is recorded. */
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
