import { formSucceeded, rejected, checkVersion, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { noTransaction, type Transaction } from "#db/index.ts";
import { saveSubjectGroups } from "#db/queries/next-year/classes.ts";
import {
  deleteRolloverDecisions,
  isDecisionPossible,
  listClassesOfYears,
  listLevelDefaultOutcomes,
  listStudentsToRollOver,
  listSelectedStudents,
  lockDefaultOutcome,
  saveDefaultOutcome,
  saveRolloverDecisions,
  type NewRolloverDecision,
  type RolloverOutcomeFilter,
} from "#db/queries/rollover/outcomes.ts";
import { findLatestRollover, findRollover } from "#db/queries/rollover/rollovers.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import type { DefaultOutcomeKind } from "#domain/rollover/rollover.ts";
import { yearAfter } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { conflict, notFound } from "#runtime/errors.ts";
import { REHEARSAL_GONE_MESSAGE, rolloverUrl, type RolloverParams } from "../rollover.rules.ts";
import { requireTermBeforeRollover, restartRehearsal } from "../start-rehearsal.server.ts";
import {
  groupByDecision,
  listToggledStudents,
  parsePastedOutcomes,
  applyTickedStudents,
  type PostedStudents,
} from "./outcome-list.rules.ts";

/** Returns the filter by which the query reads the students on the page. */
export function toRolloverOutcomeFilter(rolloverId: number, params: RolloverParams): RolloverOutcomeFilter {
  const { what, isAssumed, level, classId, name } = params;
  return { rolloverId, what, assumed: isAssumed ? true : null, formLevel: level, classId, name };
}

/**
 * Lists the students of the list that is selected as a whole. The result is empty when single students are ticked.
 */
export async function listWholeRolloverSelection(
  rolloverId: number,
  params: RolloverParams,
): Promise<Set<number>> {
  const { selection } = params;
  if (selection === null) return new Set();
  const filter = { ...toRolloverOutcomeFilter(rolloverId, params), onlyUndecided: selection === "undecided" };
  return new Set(await listSelectedStudents(filter, noTransaction));
}

/**
 * Returns the selected students: the whole list if it is selected, without the students who were unticked on any page,
 * and the students who were ticked. The outcomes of a rehearsal do not change, so these are the students that the page
 * counted.
 * @throws conflict for a whole list after a newer rehearsal, which deletes these outcomes
 */
export async function findSelectedStudents(
  rolloverId: number,
  posted: PostedStudents,
  params: RolloverParams,
): Promise<number[]> {
  const { selection, toggled } = await readTicks(rolloverId, posted, params);
  return applyTickedStudents(selection, toggled);
}

/**
 * The largest number of students whose ticks may differ from the selection, because the address of the page lists
 * these students.
 */
const MOST_TOGGLED = 700;

/** Opens another page of a list that is selected as a whole, and keeps the ticks of this page. @throws conflict */
export async function openRolloverOutcomesPage(
  rolloverId: number,
  posted: PostedStudents,
  params: RolloverParams,
): Promise<FormOutcome> {
  const { toggled } = await readTicks(rolloverId, posted, params);
  if (toggled.length > MOST_TOGGLED)
    return rejected(
      `You have selected or cleared more than ${MOST_TOGGLED} students one by one. Change their outcomes before you select more.`,
    );
  return formSucceeded(rolloverUrl(rolloverId, { ...params, toggled }));
}

async function readTicks(rolloverId: number, posted: PostedStudents, params: RolloverParams) {
  const selection = await listWholeRolloverSelection(rolloverId, params);
  const isWhole = params.selection !== null;
  if (isWhole && (await findRollover({ rolloverId }, noTransaction))?.state === "stale")
    throw conflict(NEWER_REHEARSAL);
  return { selection, toggled: listToggledStudents(selection, posted, isWhole ? params.toggled : []) };
}

const NEWER_REHEARSAL =
  "The new term was rehearsed again after you opened this page. No student’s outcome was changed. Open the latest rehearsal and select the students there.";

const GROUP_CHANGED =
  "A subject group was changed while you had this page open. Nothing was saved. Reload the page and try again.";

/** `rolloverId` is the new rehearsal started because of the decision; null if there was no rehearsal before. */
type Decided = { kind: "decided"; count: number; rolloverId: number | null } | { kind: "invalid" };

type Asked = {
  /** The rehearsal that the page shows. It must be a rehearsal from the current term. */
  rolloverId: number;
  studentKeys: readonly number[];
  /** The new decision. Null withdraws an earlier one, so that the report decides again. */
  decision: NewRolloverDecision | null;
};

/**
 * Stores where these students go at the end of the year. The decision overrides the student's report, which is not
 * changed because it may be signed.
 * @throws notFound, conflict if another term is now the current one
 */
export function saveOutcomeDecisions(
  person: Person,
  { rolloverId, studentKeys, decision }: Asked,
): Promise<Decided> {
  return termTransaction(person, async (t) => {
    const academicYearId = await getEndingYear(rolloverId, t);
    if (decision && !(await isDecisionPossible({ ...decision, academicYearId }, t)))
      return { kind: "invalid" };
    const of = { studentKeys, academicYearId };
    const count = decision
      ? await saveRolloverDecisions({ ...of, decision, accountId: person.accountId }, t)
      : await deleteRolloverDecisions(of, t);
    return { kind: "decided", count, rolloverId: count > 0 ? await rehearsedAnew(person, t) : null };
  });
}

/** Returns the year that ends. @throws notFound, conflict if another term is now the current one */
async function getEndingYear(rolloverId: number, t: Transaction): Promise<number> {
  const [current, looked] = [await getCurrentTerm(t), await findRollover({ rolloverId }, t)];
  if (!current?.academic_year_id || !looked) throw notFound(REHEARSAL_GONE_MESSAGE);
  await requireTermBeforeRollover(looked, t);
  return current.academic_year_id;
}

type PastedList = { rolloverId: number; students: string; destination: NewRolloverDecision | null };

/**
 * Stores the outcome of each student on a pasted list, in one transaction: the outcome in the line or, if the line
 * has none, the outcome chosen for the list. If one line cannot be read, nothing is stored.
 */
export function savePastedOutcomes(
  person: Person,
  { rolloverId, students, destination }: PastedList,
): Promise<FormOutcome> {
  return termTransaction(person, async (t) => {
    const academicYearId = await getEndingYear(rolloverId, t);
    const known = await listStudentsToRollOver(t);
    const classes = await listClassesOfYears(
      { fromYearId: academicYearId, toYearId: yearAfter(academicYearId) },
      t,
    );
    const next = classes.filter((item) => item.academic_year_id !== academicYearId);
    const { errors, outcomes } = parsePastedOutcomes(students, {
      known,
      classes: next,
      otherwise: destination,
    });
    if (errors.length > 0) return rejected({ students: errors.join(" ") });
    if (outcomes.length === 0) return rejected({ students: "Paste the student IDs, one on each line." });
    for (const { decision, studentKeys } of groupByDecision(outcomes)) {
      if (decision.kind === "class" && !(await isDecisionPossible({ ...decision, academicYearId }, t)))
        return rejected("This class no longer exists. Choose another class.");
      await saveRolloverDecisions({ studentKeys, academicYearId, decision, accountId: person.accountId }, t);
    }
    const again = await rehearsedAnew(person, t);
    const words = `Outcome of ${formatCountOf(outcomes.length, "student")} changed`;
    return formSucceeded(rolloverUrl(again ?? rolloverId), words, { seconds: 5 });
  });
}

type SubjectGroupsToName = {
  rolloverId: number;
  /** The subject groups by class, as sent and as the page showed them. */
  groups: Readonly<Record<string, string>>;
  was: Readonly<Record<string, string>>;
};

/**
 * Names the subject groups of next year's classes. An empty name removes one.
 * @throws notFound, conflict also if somebody else has changed one of these names
 */
export function nameSubjectGroups(
  person: Person,
  { rolloverId, groups, was }: SubjectGroupsToName,
): Promise<FormOutcome> {
  return termTransaction(person, async (t) => {
    const academicYearId = yearAfter(await getEndingYear(rolloverId, t));
    const named = Object.entries(groups).flatMap(([key, group]) => {
      const classId = parseId(key);
      const before = was[key] ?? "";
      if (classId === null || group === before) return [];
      return [{ classId, group: nullIfEmpty(group), was: nullIfEmpty(before) }];
    });
    const saved = await saveSubjectGroups({ academicYearId, named }, t);
    if (saved < named.length) throw conflict(GROUP_CHANGED);
    return formSucceeded(rolloverUrl(rolloverId, { tab: "list" }), "Subject groups saved", { seconds: 5 });
  });
}

function nullIfEmpty(text: string): string | null {
  return text === "" ? null : text;
}

type DefaultToChange = {
  rolloverId: number;
  input: { level: number; outcome: DefaultOutcomeKind; version: number };
};

/**
 * Stores what the students of a level do when nobody decides about them, and rehearses again.
 * @throws notFound, conflict if another term is now the current one
 */
export function changeDefaultOutcome(
  person: Person,
  { rolloverId, input: { level, outcome, version } }: DefaultToChange,
): Promise<FormOutcome> {
  return termTransaction(person, async (t) => {
    await getEndingYear(rolloverId, t);
    const levels = await listLevelDefaultOutcomes({ rolloverId }, t);
    const title = levels.find(({ form_level }) => form_level === level)?.group_title;
    if (title === undefined || level === levels.at(-1)?.form_level) throw notFound();
    const present = await lockDefaultOutcome({ formLevel: level }, t);
    checkVersion(
      { opened: version, current: present?.version ?? 0 },
      "Somebody changed this default outcome while you had the page open. Save again to use your version instead.",
    );
    if ((present?.outcome ?? "up") !== outcome) await saveDefaultOutcome({ formLevel: level, outcome }, t);
    const words =
      outcome === "leave" ? `${title} leaves unless accepted for the next level` : `${title} goes up`;
    const again = await rehearsedAnew(person, t);
    return formSucceeded(rolloverUrl(again ?? rolloverId, { tab: "defaults" }), words, { seconds: 5 });
  });
}

async function rehearsedAnew(person: Person, t: Transaction): Promise<number | null> {
  const latest = await findLatestRollover(t);
  const current = await getCurrentTerm(t);
  if (!latest || latest.started_at !== null || latest.from_term_id !== current?.academic_term_id) return null;
  return (await restartRehearsal(person, latest, t)).rolloverId;
}
