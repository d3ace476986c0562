import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { listSimilarStudents, type SimilarStudentRow } from "#db/queries/people/students/alike.ts";
import { compareStudents, type StudentIdentity, type SimilarityReason } from "#domain/people/alike.ts";

export type SimilarStudent = SimilarStudentRow & { likeness: SimilarityReason };

const MOST_ALIKE = 3;

/** Finds existing students who may be the same child: at most three for each child in the request. */
export async function findSimilarStudents(
  children: readonly StudentIdentity[],
  t: ReadTransaction = noTransaction,
): Promise<SimilarStudent[][]> {
  const alike: SimilarStudent[][] = children.map(() => []);
  for (const { place, ...student } of await listSimilarStudents(children, t)) {
    const child = children[place];
    const how = child ? compareStudents(child, student) : null;
    if (how !== null) alike[place]?.push({ ...student, likeness: how });
  }
  return alike.map((found) => found.slice(0, MOST_ALIKE));
}
