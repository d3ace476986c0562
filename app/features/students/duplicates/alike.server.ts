import { noTransaction, type Reading } from "#db/index.ts";
import { studentsLike, type AlikeRow } from "#db/queries/people/students/alike.ts";
import { likeness, type Called, type Likeness } from "#domain/people/alike.ts";

export type AlikeStudent = AlikeRow & { likeness: Likeness };

const MOST_ALIKE = 3;

/** Who may be each of these children already, at most three of each, in the order in which they were asked for. */
export async function alikeOfMany(
  asked: readonly Called[],
  t: Reading = noTransaction,
): Promise<AlikeStudent[][]> {
  const alike: AlikeStudent[][] = asked.map(() => []);
  for (const { place, ...student } of await studentsLike(asked, t)) {
    const child = asked[place];
    const how = child ? likeness(child, student) : null;
    if (how !== null) alike[place]?.push({ ...student, likeness: how });
  }
  return alike.map((found) => found.slice(0, MOST_ALIKE));
}
