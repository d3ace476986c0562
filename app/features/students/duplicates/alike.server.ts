import { noTransaction, type Reading } from "#db/index.ts";
import { listSimilarStudents, type AlikeRow } from "#db/queries/people/students/alike.ts";
import { compareStudents, type Called, type SimilarityReason } from "#domain/people/alike.ts";

export type AlikeStudent = AlikeRow & { likeness: SimilarityReason };

const MOST_ALIKE = 3;

/**
 * Finds existing students who may be the same child, at most three for each requested child, in the order of the
 * request.
 */
export async function alikeOfMany(
  input: readonly Called[],
  t: Reading = noTransaction,
): Promise<AlikeStudent[][]> {
  const alike: AlikeStudent[][] = input.map(() => []);
  for (const { place, ...student } of await listSimilarStudents(input, t)) {
    const child = input[place];
    const how = child ? compareStudents(child, student) : null;
    if (how !== null) alike[place]?.push({ ...student, likeness: how });
  }
  return alike.map((found) => found.slice(0, MOST_ALIKE));
}
