import type { RecordKind, RecordOwner } from "#domain/people/record-owner.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";
import type { EmployeeDocument } from "../../models/employee-records.ts";
import type { StoredFile } from "../../models/files.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { RowOf } from "../../models/table.ts";

/** The tables of documents and pictures. Statements contain no other table names. */
const TABLES = {
  employee: {
    people: "employees",
    key: "employee_id",
    documents: "employee_documents",
    documentId: "employee_document_id",
    owner: "employee_id",
  },
  student: {
    people: "students",
    key: "id",
    documents: "student_documents",
    documentId: "student_document_id",
    owner: "student_key",
  },
} as const satisfies Record<RecordKind, Record<string, string>>;

export type DocumentRow = Pick<
  EmployeeDocument,
  "description" | "file_name" | "original_name" | "uploaded_by" | "uploaded_at"
> &
  Pick<RowOf<typeof StoredFile>, "bytes" | "media_type"> &
  NullableColumns<Pick<Employee, "first_name" | "last_name"> & Pick<Account, "user_name">> & {
    document_id: number;
    owner_kind: RecordKind;
    owner_id: RecordOwner["id"];
  };

/** Locks a person's record and files until the transaction ends, so that saves follow one another. */
export function lockRecord({ kind, id }: RecordOwner, t: Transaction): Promise<void> {
  const { people, key } = TABLES[kind];
  return runQuery(`select from ${people} where ${key} = $id for no key update`, { id }, t);
}

export function listDocumentRows(
  { kind, id }: RecordOwner,
  documentId: number | null,
  t: ReadTransaction,
): Promise<DocumentRow[]> {
  const { documents, documentId: ownId, owner } = TABLES[kind];
  return queryRows<DocumentRow>(
    `select d.${ownId} as document_id, '${kind}' as owner_kind, d.${owner} as owner_id, d.description,
            d.file_name, d.original_name, d.uploaded_by, d.uploaded_at, f.bytes, f.media_type,
            e.first_name, e.last_name, a.user_name
       from ${documents} d
       join files f using (file_name)
       left join accounts a on a.account_id = d.uploaded_by
       left join employees e on e.employee_id = a.employee_id
      where d.${owner} = $id and ($documentId::integer is null or d.${ownId} = $documentId)
      order by d.uploaded_at, d.${ownId}`,
    { id, documentId },
    t,
  );
}

export async function findDocumentOwner(
  kind: RecordKind,
  documentId: number,
  t: ReadTransaction,
): Promise<RecordOwner | null> {
  const { documents, documentId: ownId, owner } = TABLES[kind];
  const found = await queryRow<{ id: number }>(
    `select ${owner} as id from ${documents} where ${ownId} = $documentId order by ${ownId}`,
    { documentId },
    t,
  );
  return found && { kind, id: found.id };
}

type NewDocument = {
  description: string;
  fileName: string;
  originalName: string;
  uploadedBy: number;
};

export async function createDocument(
  { kind, id }: RecordOwner,
  document: NewDocument,
  t: Transaction,
): Promise<number> {
  const { documents, documentId, owner } = TABLES[kind];
  const added = await queryRow<{ document_id: number }>(
    `insert into ${documents} (${owner}, description, file_name, original_name, uploaded_by)
     values ($id, $description, $fileName, $originalName, $uploadedBy)
     returning ${documentId} as document_id`,
    { id, ...document },
    t,
  );
  if (!added) throw new Error("The new document was not returned.");
  return added.document_id;
}

/** Deletes a document's row and returns the name of its file, or null if the document does not exist. */
export async function deleteDocumentRow(
  { kind, id }: RecordOwner,
  documentId: number,
  t: Transaction,
): Promise<string | null> {
  const { documents, documentId: ownId, owner } = TABLES[kind];
  const removed = await queryRow<{ file_name: string }>(
    `delete from ${documents} where ${ownId} = $documentId and ${owner} = $id returning file_name`,
    { id, documentId },
    t,
  );
  return removed?.file_name ?? null;
}

/** Sets a person's picture and returns the previous picture. Call `lockRecord` first. */
export async function setPersonPicture(
  { kind, id }: RecordOwner,
  fileName: string,
  t: Transaction,
): Promise<string | null> {
  const { people, key } = TABLES[kind];
  const before = await queryRow<{ picture: string | null }>(
    `select picture from ${people} where ${key} = $id order by ${key}`,
    { id },
    t,
  );
  await runQuery(`update ${people} set picture = $fileName where ${key} = $id`, { id, fileName }, t);
  return before?.picture ?? null;
}

export async function isEmployeePicture(picture: string, t: ReadTransaction): Promise<boolean> {
  const found = await queryRow(
    "select employee_id from employees where picture = $picture order by employee_id",
    { picture },
    t,
  );
  return found !== null;
}
