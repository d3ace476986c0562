import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { listActiveSubjects, type SubjectRow } from "#db/queries/school-subjects.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { parseId } from "#domain/paths.ts";
import { parseListParams, toPlainLetters, splitSearch } from "#domain/people/list-params.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import type { SubjectsList } from "./assignment.rules.ts";

/** Loads one page of the subjects that the school teaches. There are a few dozen, so they are filtered in memory. */
export async function readSubjects(query: URLSearchParams): Promise<SubjectsList> {
  const params = parseListParams(query);
  const words = splitSearch(params.search);
  const all = await listActiveSubjects(noTransaction);
  const found = all.filter(({ subject_id, title, abbr }) => {
    const text = toPlainLetters(`${subject_id} ${title} ${abbr}`);
    return words.every((word) => text.includes(word));
  });
  const {
    shown: page,
    from,
    to,
  } = pageSpan({ page: params.page, pageSize: params.rows, total: found.length });
  return {
    params: { ...params, page },
    subjects: found.slice(from - 1, to).map(({ subject_id: id, title }) => ({ id, title })),
    found: found.length,
    total: all.length,
  };
}

export type SubjectInYear = SubjectRow & { academicYearId: number };

/** Returns a subject that the school teaches, with the current year. @throws notFound */
export async function getSubjectInYear(subjectId: number, t: ReadTransaction): Promise<SubjectInYear> {
  const subject = (await listActiveSubjects(t)).find(({ subject_id }) => subject_id === subjectId);
  if (!subject) throw itemNotFound("subject");
  const academicYearId = (await getCurrentTerm(t))?.academic_year_id;
  if (!academicYearId) throw notFound("The school has no current term yet. Ask an administrator to set it.");
  return { ...subject, academicYearId };
}

/** Returns the subject's id from the URL. @throws notFound */
export function parseSubjectId({ subjectId }: Record<string, string | undefined>): number {
  const id = parseId(subjectId);
  if (id === null) throw itemNotFound("subject");
  return id;
}
