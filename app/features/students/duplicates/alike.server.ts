import { noTransaction, type Reading } from "#db/index.ts";
import { listSimilarStudents, type AlikeRow } from "#db/queries/people/students/alike.ts";
import { compareStudents, type Called, type Likeness } from "#domain/people/alike.ts";

export type AlikeStudent = AlikeRow & { likeness: Likeness };

const MOST_ALIKE = 3;

/**
 * Finds existing students who may be the same child, at most three for each requested child, in the order of the
 * request.
 */
export async function alikeOfMany(
  asked: readonly Called[],
  t: Reading = noTransaction,
): Promise<AlikeStudent[][]> {
  const alike: AlikeStudent[][] = asked.map(() => []);
  for (const { place, ...student } of await listSimilarStudents(asked, t)) {
    const child = asked[place];
    const how = child ? compareStudents(child, student) : null;
    if (how !== null) alike[place]?.push({ ...student, likeness: how });
  }
  return alike.map((found) => found.slice(0, MOST_ALIKE));
}
