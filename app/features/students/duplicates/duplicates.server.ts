import { z } from "zod";
import { formSucceeded, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import { hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { getVisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction, transaction, type ReadTransaction } from "#db/index.ts";
import { listMerges, recordDifferentStudents, type MergeRow } from "#db/queries/people/merges/merges.ts";
import {
  listSimilarPairs,
  listComparedStudents,
  type ComparedStudent,
  type SimilarPairRow,
  listSimilarStudents,
  type SimilarStudentRow,
} from "#db/queries/people/students/alike.ts";
import { listStudentStatuses } from "#db/queries/people/student-list.ts";
import { findStudentKeyById } from "#db/queries/subjects/assignments.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import { formatActorName } from "#domain/names.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { PATHS } from "#domain/paths.ts";
import { compareStudents, type SimilarityReason, type StudentIdentity } from "#domain/people/alike.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import { toComparedStudentView } from "../merge/merge.server.ts";

export type DuplicatesView = Awaited<ReturnType<typeof loadDuplicates>>;

const PAIRS_A_PAGE = 20;
const MOST_MERGES = 20;

type Pair = { one: ComparedStudent; other: ComparedStudent; likeness: SimilarityReason };

/** Loads the pairs of records that may belong to one child, with the most likely first, and the recent merges. */
export async function loadDuplicates({ person, school }: Visit, page: number) {
  const [pairs, merges] = await Promise.all([
    pairsFor(person),
    listMerges({ mergeId: null, most: MOST_MERGES }, noTransaction),
  ]);
  const { shown, from, to } = pageSpan({ page, pageSize: PAIRS_A_PAGE, total: pairs.length });
  return {
    pairs: (await describedPairs(pairs.slice(from - 1, to))).map(pairView),
    page: shown,
    pageSize: PAIRS_A_PAGE,
    total: pairs.length,
    merges: merges.map((merge) => mergeView(merge, school.timeZone)),
  };
}

type FoundPair = SimilarPairRow & Pick<Pair, "likeness">;

/** Finds the pairs that the person may see. Only administrators see former students. */
async function pairsFor(person: Person): Promise<FoundPair[]> {
  const statuses = await listStudentStatuses(noTransaction);
  const statusIds = statuses
    .map(({ student_status_id: id }) => id)
    .filter((id) => id <= STUDENT_REGISTERED || hasPermission(person, "admin"));
  const candidates = await listSimilarPairs({ statusIds }, noTransaction);
  const pairs = candidates.flatMap(({ one, other }) => {
    const likeness = compareStudents(one, other);
    return likeness ? [{ one, other, likeness }] : [];
  });
  return pairs.toSorted((a, b) => SURENESS[a.likeness] - SURENESS[b.likeness]);
}

async function describedPairs(pairs: readonly FoundPair[]): Promise<Pair[]> {
  const keys = new Set(pairs.flatMap(({ one, other }) => [one.id, other.id]));
  const students = await listComparedStudents([...keys], noTransaction);
  const described = new Map(students.map((student) => [student.id, student]));
  return pairs.flatMap(({ one, other, likeness }) => {
    const [first, second] = [described.get(one.id), described.get(other.id)];
    return first && second ? [{ one: first, other: second, likeness }] : [];
  });
}

const SURENESS: Readonly<Record<SimilarityReason, number>> = { same: 0, almost: 1, name: 2 };

/**
 * Suggests keeping the record of a current student. If both records are of current students, suggests the record with
 * more marks, or the older record.
 */
function pairView({ one, other, likeness: how }: Pair) {
  const hasLeft = (student: ComparedStudent) => Number(student.student_status_id > STUDENT_REGISTERED);
  const order = hasLeft(one) - hasLeft(other) || other.marks - one.marks || one.id - other.id;
  const [kept, merged] = order <= 0 ? [one, other] : [other, one];
  return { kept: toComparedStudentView(kept), merged: toComparedStudentView(merged), likeness: how };
}

function mergeView(merge: MergeRow, timeZone: string) {
  const { merge_id: id, kept, merged, merged_at: at, undone_at: undoneAt, is_merged_on: isMergedOn } = merge;
  const words = [formatDateAndTime(at, timeZone), formatActorName(merge), undoneAt ? "undone" : ""];
  return {
    id,
    merged: nameOf(merged),
    kept: nameOf(kept),
    about: words.filter(Boolean).join(", "),
    /** Whether the merge cannot be undone: it was undone already, or the record was merged again. */
    isOver: undoneAt !== null || isMergedOn,
  };
}

function nameOf({ first_name, last_name, student_id }: MergeRow["kept"]): string {
  return `${first_name} ${last_name}, ${student_id}`;
}

/** A comparison that failed, with the typed IDs and an error for each field. */
export type FailedComparison = {
  typed: Record<"one" | "other", string>;
  faults: { one?: string; other?: string };
};

/** Finds the two records whose IDs are in the query, or returns the errors. Returns null if the query has no IDs. */
export async function findRecordsToCompare(
  query: URLSearchParams,
): Promise<{ kept: number; merged: number } | FailedComparison | null> {
  const typed = { one: query.get("one")?.trim() ?? "", other: query.get("other")?.trim() ?? "" };
  if (!query.has("one") || !query.has("other")) return null;
  const [kept, merged] = [
    await findStudentKeyById(typed.one, noTransaction),
    await findStudentKeyById(typed.other, noTransaction),
  ];
  if (kept !== null && kept === merged)
    return { typed, faults: { other: "Both IDs belong to the same record. Enter another ID." } };
  if (kept !== null && merged !== null) return { kept, merged };
  const faults: FailedComparison["faults"] = {};
  if (kept === null) faults.one = NOBODY;
  if (merged === null) faults.other = NOBODY;
  return { typed, faults };
}

const NOBODY = "No student has this ID. Check the ID.";

export type DifferentChildrenInput = z.input<typeof DifferentChildrenFormSchema>;

/** The form that records two similar records as different children. */
export const DifferentChildrenFormSchema = z.object({ one: rowIdSchema, other: rowIdSchema });

/** Removes a pair from the list of duplicates. @throws notFound */
export function markAsDifferentChildren(
  person: Person,
  { one, other }: z.output<typeof DifferentChildrenFormSchema>,
): Promise<FormOutcome> {
  if (one === other) throw notFound("Choose two different students.");
  return transaction(person, async (t) => {
    const first = await getVisibleStudent(person, one, t);
    const second = await getVisibleStudent(person, other, t);
    if (!first.manages || !second.manages) throw itemNotFound("student’s record", "student");
    await recordDifferentStudents({ keys: [one, other], saidBy: person.accountId }, t);
    const names = `${first.first_name} and ${second.first_name} ${second.last_name}`;
    return formSucceeded(PATHS.duplicates, `${names} are kept as two separate students`);
  });
}

/** Notes that a new student is a different child, so that the list of duplicates leaves these pairs out. */
export function markAsDifferentFromSimilar(
  person: Person,
  { key, alike }: { key: number; alike: readonly { id: number }[] },
): Promise<void> {
  return transaction(person, async (t) => {
    for (const { id } of alike)
      await recordDifferentStudents({ keys: [key, id], saidBy: person.accountId }, t);
  });
}

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
