import { queryRow, type ReadTransaction, type Transaction } from "../index.ts";
import { StoredFile } from "../models/files.ts";
import { Employee } from "../models/people.ts";
import type { NonNullColumns } from "../models/rows.ts";
import type { TermRecord } from "../models/term-records.ts";
import { isClassInScopeSql, type QueryScope } from "./parts.ts";

export type NewFileRecord = {
  fileName: string;
  kind: string;
  mediaType: string;
  bytes: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
};

export async function recordStoredFile(
  { fileName: file_name, mediaType: media_type, ...file }: NewFileRecord,
  t: Transaction,
): Promise<void> {
  await StoredFile.insert({ file_name, media_type, ...file }, t);
}

export async function findSignaturePicture(
  employeeId: number | null,
  t: ReadTransaction,
): Promise<string | null> {
  const found = await Employee.selectOne(["signature"], { where: { employee_id: employeeId } }, t);
  return found?.signature ?? null;
}

/** Locks an employee's signature, so that two uploads do not interfere. */
export function lockSignature(
  employeeId: number | null,
  t: Transaction,
): Promise<Pick<Employee, "signature"> | null> {
  const lock = t.LOCK.NO_KEY_UPDATE;
  return Employee.selectOne(["signature"], { where: { employee_id: employeeId }, lock }, t);
}

/** Sets the signature for reports that are signed from now on. With null, these reports show only the name. */
export async function setSignature(
  { employeeId, fileName }: { employeeId: number | null; fileName: string | null },
  t: Transaction,
): Promise<void> {
  await Employee.update({ signature: fileName }, { employee_id: employeeId }, t);
}

/** Finds a signature if it belongs to the employee or is on a report of a class in scope. */
export function findSignatureInScope(
  params: QueryScope & { picture: string },
  t: ReadTransaction,
): Promise<NonNullColumns<Pick<TermRecord, "signature">> | null> {
  return queryRow<NonNullColumns<Pick<TermRecord, "signature">>>(
    `select s.signature
       from (select e.signature
               from employees e
              where e.signature = $picture and ($all::boolean or e.employee_id = $employeeId)
             union all
             select d.signature
               from term_records d
               join registrations r on r.student_key = d.student_key and r.academic_term_id = d.academic_term_id
               join classes c using (class_id)
              where d.signature = $picture and ${isClassInScopeSql("c", "d.academic_term_id")}) s
      order by s.signature
      limit 1`,
    params,
    t,
  );
}
