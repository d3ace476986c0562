import type { Visit } from "#access/session.server.ts";
import { getPrintedListScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { findStudentsPage } from "#db/queries/people/student-list.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { STUDENT_CURRENT, STUDENT_REGISTERED } from "#domain/people/students.ts";
import { notFound } from "#runtime/errors.ts";
import type { ArchiveList, ArchiveListParams } from "./archive-list.ts";

/**
 * Loads one page of the current and registered students.
 * @throws notFound in a school other than a secondary school, because it has no archive
 */
export async function readArchiveList(
  { person, school }: Visit,
  params: ArchiveListParams,
): Promise<ArchiveList> {
  if (school.flavour !== "secondary") throw notFound("Past marks are under Report Cards in student records.");
  const { key, direction } = params.sort;
  const { page, listed, found, total } = await findStudentsPage(
    {
      ...getPrintedListScope(person),
      ...params,
      statusIds: [STUDENT_CURRENT, STUDENT_REGISTERED],
      words: splitSearch(params.search),
      order: [{ key, descending: direction === "descending" }],
    },
    noTransaction,
  );
  return {
    params: { ...params, page },
    students: listed.map((student) => ({
      id: student.id,
      studentId: student.student_id,
      firstName: student.first_name,
      lastName: student.last_name,
      gender: student.gender,
      classLabel: student.class_label,
    })),
    found,
    total,
  };
}
