import { hasAccess } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listClassesAfterRollover,
  listUnplacedByReason,
  type UnplacedStudentRow,
  listClassesOfYears,
  listLevelDefaultOutcomes,
  listRolloverOutcomesPage,
  type LevelDefaultOutcomeRow,
  type ClassOfYear,
  type RolloverOutcomeRow,
} from "#db/queries/rollover/outcomes.ts";
import { listPartsChangedSinceRehearsal } from "#db/queries/rollover/fingerprint.ts";
import {
  findLatestRollover,
  type RolloverRow,
  findLastStartedRollover,
} from "#db/queries/rollover/rollovers.ts";
import { listEntriesSinceRollover, type UndoObstacle } from "#db/queries/rollover/undo-closed.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import { rolloverJournalUrl } from "#domain/documents/kind.ts";
import { formatRegisterName, formatActorName } from "#domain/names.ts";
import { describeRolloverOutcome, describeRolloverOutcomeReason } from "#domain/rollover/rollover.ts";
import { termTitle, yearLabel } from "#domain/terms.ts";
import {
  rolloverUrl,
  formatChangedParts,
  formatOriginClasses,
  describeUnplacedReason,
  type NextTermClass,
  type RolloverProblem,
  type RolloverRehearsal,
  type RolloverPageBase,
  type LevelDefaultOutcome,
  type SubjectGroupLevel,
  type RolloverOutcomeOptions,
  type RolloverOutcomeList,
  type RolloverOutcomeSelection,
  rolloverOutcomeAppearance,
  type RolloverOutcomeView,
  type RolloverParams,
  describeEntriesOfNewTerm,
  describeUndoObstacle,
  type FinishedRollover,
  type RolloverView,
} from "./rollover.rules.ts";
import { listWholeRolloverSelection, toRolloverOutcomeFilter } from "./outcomes/decisions.server.ts";
import { applyTickedStudents } from "./outcomes/outcome-list.rules.ts";
import { findLatestEventId } from "./start-run.server.ts";

/** Loads the outcome of a rehearsal, and the problems that prevent the rollover. */
export async function readRehearsal(
  rollover: RolloverRow,
  run: RolloverPageBase,
  visit: Visit,
): Promise<RolloverRehearsal> {
  const { rollover_id: rolloverId, state } = rollover;
  const isJudged = state === "ready" || state === "refused";
  const { tab } = run.params;
  const timeZone = visit.school.timeZone;
  const [changed, latest, current, stuck, classes, outcomes, choices, levels] = await Promise.all([
    isJudged ? listPartsChangedSinceRehearsal({ rolloverId }, noTransaction) : [],
    findLatestRollover(noTransaction),
    getCurrentTerm(noTransaction),
    state === "refused" ? listUnplacedByReason({ rolloverId }, noTransaction) : [],
    listClassesAfterRollover({ rolloverId }, noTransaction),
    tab !== "students" ? null : loadOutcomes(rollover, { params: run.params, order: "needs", timeZone }),
    readChoices(rollover),
    tab === "defaults" ? listLevelDefaultOutcomes({ rolloverId }, noTransaction) : null,
  ]);
  const newer = latest && latest.rollover_id !== rolloverId ? rolloverUrl(latest.rollover_id) : null;
  return {
    ...run,
    kind: "rehearsal",
    changed: formatChangedParts(changed),
    newerUrl: newer,
    movedTo:
      current && current.academic_term_id !== rollover.from_term_id
        ? termTitle(current.academic_term_id)
        : null,
    refusals: refusalsOf(stuck, yearLabel(rollover.to_year_id), hasAccess("student-records", visit.person)),
    outcomes,
    classes: tab === "classes" ? classes.map(comingClass) : null,
    defaults: levels && levels.map(toLevelOutcome),
    groups: tab === "list" ? await readSubjectGroups(rollover) : null,
    choices,
    counts: { classes: classes.length },
    hasNoClasses: rollover.turns_year && classes.length === 0 && state === "refused",
  };
}

function refusalsOf(
  stuck: readonly UnplacedStudentRow[],
  toYear: string,
  isLinked: boolean,
): RolloverProblem[] {
  const groups = new Map<string, UnplacedStudentRow[]>();
  for (const row of stuck) {
    const words = describeUnplacedReason(row.why, row.wanted_form_class_id, toYear);
    groups.set(words, [...(groups.get(words) ?? []), row]);
  }
  return [...groups].map(([words, rows]) => ({
    words,
    students: rows.map((row) => ({
      key: row.student_key,
      name: formatRegisterName(row),
      was: row.was_label ?? "not in a class",
      isLinked,
    })),
  }));
}

/** Loads the next year's classes of the levels with several classes, whose students can be divided by subject. */
async function readSubjectGroups({ from_year_id, to_year_id }: RolloverRow): Promise<SubjectGroupLevel[]> {
  const years = { fromYearId: from_year_id, toYearId: to_year_id };
  const classes = await listClassesOfYears(years, noTransaction);
  const next = classes.filter(({ academic_year_id }) => academic_year_id === to_year_id);
  return [...new Set(next.map(({ group_title }) => group_title))].flatMap((title) => {
    const ofLevel = next.filter(({ group_title }) => group_title === title);
    const shown = ofLevel.map(({ class_id: id, label, subject_group }) => ({
      id,
      label,
      group: subject_group ?? "",
    }));
    return ofLevel.length > 1 ? [{ title, classes: shown }] : [];
  });
}

function toLevelOutcome(
  row: LevelDefaultOutcomeRow,
  index: number,
  all: readonly LevelDefaultOutcomeRow[],
): LevelDefaultOutcome {
  const { form_level: level, group_title: title, ...values } = row;
  return { level, title, nextTitle: all[index + 1]?.group_title ?? null, ...values };
}

type ClassRow = Awaited<ReturnType<typeof listClassesAfterRollover>>[number];

function comingClass({ class_id: id, from, form_class_id: _, ...counts }: ClassRow): NextTermClass {
  return { id, ...counts, from: formatOriginClasses(from, counts.newcomers) };
}

/** Loads the journal of a completed rollover, and whether it can be undone. */
export async function readFinishedRollover(
  rollover: RolloverRow,
  run: RolloverPageBase,
  timeZone: string,
): Promise<FinishedRollover> {
  const [undo, outcomes, choices] = await Promise.all([
    readUndo(rollover),
    loadOutcomes(rollover, { params: run.params, order: "class", timeZone }),
    readChoices(rollover),
  ]);
  return { ...run, kind: "finished", undo, outcomes, choices };
}

/**
 * Returns whether the rollover can be undone. Only the last rollover can be undone, and only while its term is the
 * current one.
 */
async function readUndo(rollover: RolloverRow): Promise<FinishedRollover["undo"]> {
  const [last, current] = await Promise.all([
    findLastStartedRollover(noTransaction),
    getCurrentTerm(noTransaction),
  ]);
  const isLast = last?.rollover_id === rollover.rollover_id;
  if (rollover.state !== "done" || !isLast || current?.academic_term_id !== rollover.to_term_id) {
    return { kind: "past" };
  }
  const found = await listEntriesSinceRollover({ rolloverId: rollover.rollover_id }, noTransaction);
  const entries = found.map(
    ({ table_name: table, class_label: className, subject_title: subject, ...entry }) =>
      describeEntriesOfNewTerm({
        table,
        className,
        subject,
        name: formatActorName(entry),
        entries: entry.entries,
      }),
  );
  return { kind: "open", entries, seen: findLatestEventId(found) };
}

/** Returns text about the change that made an undo impossible: who made it, what it was, and when. */
export function describeRolloverUndoObstacle(closing: UndoObstacle, timeZone: string): string {
  return describeUndoObstacle({
    at: `on ${formatDateAndTime(closing.at, timeZone)}`,
    name: formatActorName(closing),
    table: closing.table_name,
    className: closing.class_label,
    subject: closing.subject_title,
  });
}

export function toJournalView({ id, from, to }: RolloverView) {
  return {
    title: "Journal of the new term",
    about: `From ${from.title} to ${to.title}`,
    src: rolloverJournalUrl(id),
    downloads: [
      { words: "Download PDF", href: rolloverJournalUrl(id, { isSaved: true }) },
      { words: "Spreadsheet", href: rolloverJournalUrl(id, { format: "xlsx", isSaved: true }) },
    ],
    closeTo: rolloverUrl(id),
  };
}

const PAGE_SIZE = 50;
/**
 * The page size while a whole list is selected. It is large enough for a level, so that single students can be
 * unticked.
 */
const SELECTION_PAGE_SIZE = 500;

type Asked = { params: RolloverParams; order: "needs" | "class"; timeZone: string };

/**
 * Loads a page of students with their outcomes. The server filters the list, because a school may have many students.
 */
async function loadOutcomes(rollover: RolloverRow, input: Asked): Promise<RolloverOutcomeList> {
  const { page, selection } = input.params;
  const pageSize = selection === null ? PAGE_SIZE : SELECTION_PAGE_SIZE;
  const found = await listRolloverOutcomesPage(
    {
      ...toRolloverOutcomeFilter(rollover.rollover_id, input.params),
      order: input.order,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    },
    noTransaction,
  );
  const counts = { total: found[0]?.total ?? 0, undecided: found[0]?.undecided ?? 0 };
  const isToggled = new Set(selection === null ? [] : input.params.toggled);
  const first = (page - 1) * pageSize + 1;
  const of = { toYear: yearLabel(rollover.to_year_id), timeZone: input.timeZone };
  return {
    rows: found.map((outcome, index) => ({
      ...toOutcomeView(outcome, of),
      place: first + index,
      isSelected: isInSelection(outcome, selection) !== isToggled.has(outcome.student_key),
    })),
    ...counts,
    selected: await countSelected(rollover.rollover_id, input.params, counts),
    pageSize,
  };
}

function isInSelection(
  { is_undecided }: RolloverOutcomeRow,
  selection: RolloverOutcomeSelection | null,
): boolean {
  return selection === "all" || (selection === "undecided" && is_undecided);
}

/** Counts the selected students. Their keys are read only if some ticks differ from the selection. */
async function countSelected(
  rolloverId: number,
  params: RolloverParams,
  { total, undecided }: Pick<RolloverOutcomeList, "total" | "undecided">,
): Promise<number> {
  const { selection, toggled } = params;
  if (selection === null) return 0;
  if (toggled.length === 0) return selection === "all" ? total : undecided;
  return applyTickedStudents(await listWholeRolloverSelection(rolloverId, params), toggled).length;
}

function toOutcomeView(
  outcome: RolloverOutcomeRow,
  of: { toYear: string; timeZone: string },
): Omit<RolloverOutcomeView, "place" | "isSelected"> {
  return {
    key: outcome.student_key,
    name: formatRegisterName(outcome),
    was: outcome.was_label ?? "–",
    next: outcome.next_label ?? outcome.wanted_form_class_id ?? "–",
    what: describeRolloverOutcome(outcome),
    why: describeRolloverOutcomeReason(outcome, of),
    ...rolloverOutcomeAppearance(outcome),
  };
}

/** Loads the options of the filters and, at the end of a year, the classes to which students can be moved. */
async function readChoices({
  from_year_id,
  to_year_id,
  turns_year,
}: RolloverRow): Promise<RolloverOutcomeOptions> {
  const classes = await listClassesOfYears({ fromYearId: from_year_id, toYearId: to_year_id }, noTransaction);
  const now = classes.filter(({ academic_year_id }) => academic_year_id === from_year_id);
  const next = classes.filter(({ academic_year_id }) => academic_year_id === to_year_id);
  const levels = new Map(now.map(({ form_level, group_title }) => [form_level, group_title]));
  return {
    levels: [...levels].map(([level, label]) => ({ value: String(level), label })),
    classes: now.map(classChoice),
    destinations: turns_year ? [...DECISIONS, ...next.map(destination)] : [],
  };
}

const DECISIONS = [
  { value: "promote", label: "Promote" },
  { value: "repeat", label: "Repeat" },
  { value: "leave", label: "Leave" },
  { value: "report", label: "Follow the report" },
];

function classChoice({ class_id, label }: ClassOfYear) {
  return { value: String(class_id), label };
}

function destination({ class_id, label, subject_group: group }: ClassOfYear) {
  return { value: `class ${class_id}`, label: group === null ? label : `${label}, ${group}` };
}
