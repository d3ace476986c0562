import type { Person } from "#domain/person.ts";
import { findReportOf } from "../asked-reports.server.ts";
import { changeSubjectOfRow, deleteSubjectRow } from "./change-subject-row.server.ts";
import type { RowChanged } from "./change-subject-row.server.ts";

/** A subject row as the specification's calls name it: the student by the public id. */
export type AskedRow = { studentId: string; academicTermId: number; subjectId: number };

/** As `deleteSubjectRow`. @throws forbidden, notFound */
export async function deleteAskedRow(person: Person, asked: AskedRow): Promise<RowChanged> {
  return deleteSubjectRow(person, await rowOf(person, asked));
}

/** As `changeSubjectOfRow`. @throws forbidden, notFound */
export async function changeAskedRow(
  person: Person,
  asked: AskedRow,
  newSubjectId: number,
): Promise<RowChanged> {
  return changeSubjectOfRow(person, await rowOf(person, asked), newSubjectId);
}

async function rowOf(person: Person, { subjectId, ...asked }: AskedRow) {
  const { studentKey } = await findReportOf(person, asked);
  return { studentKey, academicTermId: asked.academicTermId, subjectId };
}
