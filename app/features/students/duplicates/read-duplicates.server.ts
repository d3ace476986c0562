import { holds } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listedMerges, type MergeRow } from "#db/queries/people/merges/merges.ts";
import { alikePairs, describedStudents, type DescribedStudent } from "#db/queries/people/students/alike.ts";
import { studentStatuses } from "#db/queries/people/student-list.ts";
import { studentNamed } from "#db/queries/subjects/assignments.ts";
import { formatMoment } from "#domain/dates.ts";
import { actorName } from "#domain/names.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { likeness, type Likeness } from "#domain/people/alike.ts";
import { REGISTERED } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { shownStudent } from "../merge/show-merge.server.ts";
import type { Duplicates, NotFound, ShownMerge, ShownPair } from "./duplicates.ts";

const PAIRS_A_PAGE = 20;
const MOST_MERGES = 20;

type Pair = { one: DescribedStudent; other: DescribedStudent; likeness: Likeness };

/** Records that may be one child's, the surest first, and what was merged lately. */
export async function readDuplicates(
  { person, school }: Visit,
  { page, notFound }: { page: number; notFound: NotFound | null },
): Promise<Duplicates> {
  const [pairs, merges] = await Promise.all([
    pairsFor(person),
    listedMerges({ mergeId: null, most: MOST_MERGES }, noTransaction),
  ]);
  const { shown, from, to } = pageSpan({ page, pageSize: PAIRS_A_PAGE, total: pairs.length });
  return {
    pairs: pairs.slice(from - 1, to).map(shownPair),
    ...{ page: shown, pageSize: PAIRS_A_PAGE, total: pairs.length, notFound },
    merges: merges.map((merge) => shownMerge(merge, school.timeZone)),
  };
}

/** Who has left is for admins to see (design section 8). */
async function pairsFor(person: Person): Promise<Pair[]> {
  const statuses = await studentStatuses(noTransaction);
  const statusIds = statuses
    .map(({ student_status_id: id }) => id)
    .filter((id) => id <= REGISTERED || holds(person, "admin"));
  const candidates = await alikePairs({ statusIds }, noTransaction);
  const keys = [...new Set(candidates.flatMap(({ one, other }) => [one, other]))];
  const described = new Map(
    (await describedStudents(keys, noTransaction)).map((student) => [student.id, student]),
  );
  const pairs = candidates.flatMap(({ one, other }) => {
    const [first, second] = [described.get(one), described.get(other)];
    const how = first && second ? likeness(first, second) : null;
    return first && second && how ? [{ one: first, other: second, likeness: how }] : [];
  });
  return pairs.toSorted((a, b) => SURENESS[a.likeness] - SURENESS[b.likeness]);
}

const SURENESS: Readonly<Record<Likeness, number>> = { same: 0, almost: 1, name: 2 };

/** Who is here stays rather than who has left, then the record under which more was entered, then the older. */
function shownPair({ one, other, likeness: how }: Pair): ShownPair {
  const hasLeft = (student: DescribedStudent) => Number(student.student_status_id > REGISTERED);
  const order = hasLeft(one) - hasLeft(other) || other.marks - one.marks || one.id - other.id;
  const [kept, merged] = order <= 0 ? [one, other] : [other, one];
  return { kept: shownStudent(kept), merged: shownStudent(merged), likeness: how };
}

function shownMerge(merge: MergeRow, timeZone: string): ShownMerge {
  const { merge_id: id, kept, merged, merged_at: at, undone_at: undoneAt, is_merged_on: isMergedOn } = merge;
  const words = [formatMoment(at, timeZone), actorName(merge), undoneAt ? "undone" : ""];
  return {
    ...{ id, isOver: undoneAt !== null || isMergedOn },
    merged: nameOf(merged),
    kept: nameOf(kept),
    about: words.filter(Boolean).join(", "),
  };
}

function nameOf({ first_name, last_name, student_id }: MergeRow["kept"]): string {
  return `${first_name} ${last_name}, ${student_id}`;
}

export type Compared = { keys: { kept: number; merged: number } | null; notFound: NotFound | null };

/** Two records that are named by their IDs; nothing where none was asked for. */
export async function comparedIn(query: URLSearchParams): Promise<Compared> {
  const typed = { one: query.get("one")?.trim() ?? "", other: query.get("other")?.trim() ?? "" };
  if (!query.has("one") || !query.has("other")) return { keys: null, notFound: null };
  const [kept, merged] = [
    await studentNamed(typed.one, noTransaction),
    await studentNamed(typed.other, noTransaction),
  ];
  if (kept !== null && merged !== null && kept !== merged) return { keys: { kept, merged }, notFound: null };
  const missing = "No student has this ID";
  const faults = {
    ...(kept === null && { one: missing }),
    ...(merged === null ? { other: missing } : kept === merged && { other: "This is the same record" }),
  };
  return { keys: null, notFound: { typed, faults } };
}
