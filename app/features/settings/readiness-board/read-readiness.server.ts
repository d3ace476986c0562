import { hasAccess, hasPermission, canSignReports, canReadAllClasses } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listCarriedClasses, listNextYearClasses } from "#db/queries/next-year/classes.ts";
import { listLessonsToCarry } from "#db/queries/next-year/lessons.ts";
import { WHOLE_SCHOOL } from "#db/queries/parts.ts";
import { listLateClasses, type LateClassRow } from "#db/queries/reports/late-classes.ts";
import { countTermMarks, listLateMarkSheets } from "#db/queries/reports/late-sheets.ts";
import {
  countDecisions,
  predictRolloverOutcomes,
  type PredictedRolloverOutcomes,
} from "#db/queries/rollover/predicted.ts";
import { findLatestRollover, type RolloverRow } from "#db/queries/rollover/rollovers.ts";
import { formatDate, formatDateRange } from "#domain/dates.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { groupMarkSheetsBySubject } from "#domain/late/sheet-lines.ts";
import { toLateMarkSheet } from "#domain/late/sheet-of.ts";
import { formatRegisterName } from "#domain/names.ts";
import { classReportsUrl, signAllReportsUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, termTitle, formatTerm, yearAfter, yearLabel } from "#domain/terms.ts";
import { nextTermId } from "#domain/rollover/term-dates.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { formatTermEnd, readYearWithTerms, type YearWithTerms } from "../read-year.server.ts";
import { findRehearsalLink, findPendingRehearsal } from "../current-term/current-term.rules.ts";
import { groupLessons, lessonRowName } from "../next-year/lessons.rules.ts";
import { MOST_LINES_NAMED } from "./of-term.rules.ts";
import { groupReadinessItems } from "./readiness.rules.ts";
import type {
  ClassReadiness,
  ReadinessBoardView,
  SchoolFindings,
  BoardLinkAccess,
  YearFindings,
  UnplacedStudents,
} from "./readiness.ts";

/** Reads everything that is missing before the rollover. Returns null in a school that has no term yet. */
export async function readReadiness(visit: Visit): Promise<ReadinessBoardView | null> {
  const { person, school, term } = visit;
  if (!term?.assessmentType) return null;
  const { academicTermId, assessmentType } = term;
  const input = { academicTermId, flavour: school.flavour };
  const [turn, { class_ids: classIds, ...marks }, classes] = await Promise.all([
    loadRollover(visit, findNextYear, readYearOf(visit)),
    countTermMarks(input, { most: MOST_LINES_NAMED + 1 }),
    listLateClasses(input),
  ]);
  if (!turn) return null;
  const { year, latest, dates, nextYear } = turn;
  const ways = waysOf(person, findPendingRehearsal(latest, academicTermId));
  const sheets = classIds.length === 0 ? [] : await listLateMarkSheets(input, { ...WHOLE_SCHOOL, classIds });
  const ofTerm = { academic_term_id: academicTermId, assessment_type: assessmentType };
  const found: SchoolFindings = {
    dates,
    marks,
    lines: groupMarkSheetsBySubject(sheets.map((sheet) => toLateMarkSheet(sheet, ofTerm, ways))),
    classes: classes.map((held) => classOf(held, academicTermId)),
    year: nextYear,
  };
  return {
    to: termTitle(nextTermId(academicTermId)),
    now: `${formatTerm(academicTermId)} ${formatTermEnd(year)}`,
    rehearse: findRehearsalLink(latest, academicTermId),
    groups: groupReadinessItems(found, ways),
  };
}

/** The number of obstacles other than missing dates, which the form asks for (`needsDates`). */
export type RolloverObstacles = { to: string; needsDates: boolean; others: number };

/**
 * Reads only the obstacles that prevent the rollover. Everything else on the board takes much longer to read, and
 * Settings needs the obstacles each time it is opened. A page that has already read the year passes it as `reading`.
 */
export async function readRolloverObstacles(
  visit: Visit,
  reading: Promise<YearWithTerms | null> = readYearOf(visit),
): Promise<RolloverObstacles | null> {
  const turn = await loadRollover(visit, findStopsOfYear, reading);
  if (!visit.term || !turn) return null;
  const marks = { done: 0, total: 0, early: 0, open: 0 };
  const found = { dates: turn.dates, marks, lines: [], classes: [], year: turn.nextYear };
  const { stops } = groupReadinessItems(found, waysOf(visit.person, null));
  const needsDates = turn.dates.words === null;
  return {
    to: termTitle(nextTermId(visit.term.academicTermId)),
    needsDates,
    others: stops.length - (needsDates ? 1 : 0),
  };
}

type RolloverState = {
  year: YearWithTerms;
  latest: RolloverRow | null;
  dates: SchoolFindings["dates"];
  nextYear: YearFindings | null;
};

function readYearOf({ term }: Visit): Promise<YearWithTerms | null> {
  return readYearWithTerms(term?.academicTermId ?? null, noTransaction);
}

async function loadRollover(
  { school, term }: Visit,
  findYear: typeof findNextYear,
  reading: Promise<YearWithTerms | null>,
): Promise<RolloverState | null> {
  if (!term) return null;
  const { academicTermId, academicYearId } = term;
  const toTermId = nextTermId(academicTermId);
  const rollover = { academicTermId, academicYearId, toTermId, flavour: school.flavour };
  const [year, latest, nextYear] = await Promise.all([
    reading,
    findLatestRollover(noTransaction),
    academicYearOf(toTermId) === academicYearId ? null : findYear(rollover),
  ]);
  if (!year) return null;
  return {
    year,
    latest,
    nextYear,
    dates: datesOf(toTermId, year, findPendingRehearsal(latest, academicTermId)),
  };
}

/** Returns which pages the person may open, for the links of the board. */
function waysOf(person: Person, rehearsal: RolloverRow | null): BoardLinkAccess {
  return {
    opensSheets: hasPermission(person, "marks.enter") && canReadAllClasses(person),
    readsReports: hasAccess("term-reports", person) && canReadAllClasses(person),
    signs: canSignReports(person),
    opensLateBoard: hasAccess("late-board", person),
    opensStudents: hasAccess("student-records", person),
    opensEmployees: hasAccess("employees", person),
    rehearsal: rehearsal && { id: rehearsal.rollover_id },
  };
}

/** Returns the dates of the next term, from the rehearsal or from when the term was current before. */
function datesOf(
  toTermId: number,
  { terms, current }: YearWithTerms,
  standing: RolloverRow | null,
): SchoolFindings["dates"] {
  const given = standing ?? terms.find(({ academic_term_id }) => academic_term_id === toTermId);
  const begins = current.next_term_start && formatDate(current.next_term_start);
  const of = academicYearOf(toTermId) === academicYearOf(current.academic_term_id) ? formatTerm : termTitle;
  return { of: of(toTermId), begins, words: given ? datesInWords(given) : null };
}

function datesInWords(given: {
  term_start: string;
  term_end: string;
  total_sessions: number | null;
}): string {
  const span = formatDateRange(given.term_start, given.term_end);
  return given.total_sessions === null ? span : `${span}, ${formatCountOf(given.total_sessions, "session")}`;
}

function classOf(row: LateClassRow, academicTermId: number): ClassReadiness {
  const key = { classId: row.class_id, academicTermId };
  return {
    label: row.class_label,
    reports: row.reports,
    isPosted: row.posted_on !== null,
    isLed: row.teachers.some(({ is_lead }) => is_lead),
    reportsUrl: classReportsUrl(key),
    signUrl: signAllReportsUrl(key),
  };
}

type RolloverKey = {
  academicTermId: number;
  academicYearId: number;
  toTermId: number;
  flavour: SchoolFlavour;
};

/**
 * Finds where students would go when the year ends, as in a rehearsal, and which parts of next year already exist. While
 * next year has no classes, its lessons and the places of the students are not read.
 */
async function findNextYear(rollover: RolloverKey): Promise<YearFindings> {
  const { academicTermId, academicYearId, toTermId, flavour } = rollover;
  const turn = { fromTermId: academicTermId, toTermId };
  const classes = await findClasses(rollover);
  const isMade = classes.coming.length > 0;
  const [outcomes, lessons] = await Promise.all([
    isMade
      ? predictRolloverOutcomes(turn, noTransaction)
      : { ...NOBODY, classes: await countDecisions(turn, noTransaction) },
    isMade ? listLessonsToCarry({ academicYearId }, noTransaction) : [],
  ]);
  return {
    ...classes,
    ...placesOf(outcomes),
    decisions: outcomes.classes.map((item) => decisionsOf(item, academicTermId)),
    lessons: groupLessons(lessons, flavour).map((row) => ({
      words: lessonRowName(row),
      lessons: row.lessons,
      isOpen: row.why !== null,
    })),
  };
}

const NOBODY: Placed = { to_place: 0, nowhere: [] };

/** Finds only what prevents the rollover. While next year has no classes, there is no need to place the students. */
async function findStopsOfYear(rollover: RolloverKey): Promise<YearFindings> {
  const { academicTermId, toTermId } = rollover;
  const classes = await findClasses(rollover);
  const isMade = classes.coming.length > 0;
  const outcomes = isMade
    ? await predictRolloverOutcomes({ fromTermId: academicTermId, toTermId }, noTransaction)
    : NOBODY;
  return { ...classes, ...placesOf(outcomes), decisions: [], lessons: [] };
}

type Classes = Pick<YearFindings, "toYear" | "here" | "coming">;

async function findClasses({ academicYearId }: RolloverKey): Promise<Classes> {
  const [here, coming] = await Promise.all([
    listCarriedClasses({ academicYearId }, noTransaction),
    listNextYearClasses({ academicYearId }, noTransaction),
  ]);
  return {
    toYear: yearLabel(yearAfter(academicYearId)),
    here: here.map(({ label, is_carried: isMade }) => ({ label, isMade })),
    coming: coming.map(({ label, lead: formTeacher }) => ({ label, isLed: formTeacher?.works ?? false })),
  };
}

type Placed = Pick<PredictedRolloverOutcomes, "to_place" | "nowhere">;

function placesOf({ to_place, nowhere }: Placed): Pick<YearFindings, "toPlace" | "nowhere"> {
  return { toPlace: to_place, nowhere: nowhere.map(nowhereOf) };
}

function nowhereOf({
  why,
  wanted_form_class_id,
  can_be_made,
  class_label,
  students,
  named,
}: Nowheres): UnplacedStudents {
  return {
    why,
    wanted: wanted_form_class_id,
    canBeMade: can_be_made,
    classLabel: class_label,
    students,
    named: named.map((student) => ({
      key: student.student_key,
      words: [formatRegisterName(student), class_label].filter(Boolean).join(" "),
    })),
  };
}

type Nowheres = PredictedRolloverOutcomes["nowhere"][number];
type Decided = PredictedRolloverOutcomes["classes"][number];

function decisionsOf(
  { class_id: classId, class_label: label, asked: needed, assumed }: Decided,
  academicTermId: number,
) {
  return { classId, label, needed, assumed, reportsUrl: classReportsUrl({ classId, academicTermId }) };
}
