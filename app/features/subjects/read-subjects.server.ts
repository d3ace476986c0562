import { noTransaction } from "#db/index.ts";
import { listActiveSubjects } from "#db/queries/subjects.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { plainLetters, splitSearch } from "#domain/people/list-params.ts";
import { parseSubjectsParams } from "./params.rules.ts";
import type { SubjectsList } from "./subjects.ts";

/** Loads one page of the subjects that the school teaches. A school has some dozens, so they are searched here. */
export async function readSubjects(query: URLSearchParams): Promise<SubjectsList> {
  const params = parseSubjectsParams(query);
  const words = splitSearch(params.search);
  const all = await listActiveSubjects(noTransaction);
  const found = all.filter(({ subject_id, title, abbr }) => {
    const text = plainLetters(`${subject_id} ${title} ${abbr}`);
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
