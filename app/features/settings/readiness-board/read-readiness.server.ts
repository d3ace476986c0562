import { allows, holds, maySign, readsAllClasses } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listCarriedClasses, listNextYearClasses } from "#db/queries/next-year/classes.ts";
import { listLessonsToCarry } from "#db/queries/next-year/lessons.ts";
import { listLateClasses, type LateClassRow } from "#db/queries/reports/late-classes.ts";
import { listLateSheets } from "#db/queries/reports/late-sheets.ts";
import { predictOutcomes, type PredictedOutcomes } from "#db/queries/rollover/predicted.ts";
import { findLatestRollover, type RolloverRow } from "#db/queries/rollover/rollovers.ts";
import { formatDate, formatSpan } from "#domain/dates.ts";
import type { Flavour } from "#domain/grades.ts";
import { linesBySubject } from "#domain/late/sheet-lines.ts";
import { toLateSheet } from "#domain/late/sheet-of.ts";
import { registerName } from "#domain/names.ts";
import { classUrl, signAllUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, termTitle, formatTerm, yearAfter, yearLabel } from "#domain/terms.ts";
import { nextTermId } from "#domain/rollover/term-dates.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { formatTermEnd, readYear, type Year } from "../read-year.server.ts";
import { findRehearsalLink, standingRehearsal } from "../current-term/current-term.rules.ts";
import { groupLessons, rowInShort } from "../next-year/lessons.rules.ts";
import { groupsOf } from "./readiness.rules.ts";
import type { ClassOfTerm, Readiness, SchoolFindings, Ways, YearFindings, Nowhere } from "./readiness.ts";

/**
 * Reads what is missing before the rollover of the current term; null in a school whose calendar has not begun. The
 * queries of the late board, Next year's classes and the rollover itself run at once.
 */
export async function readReadiness(visit: Visit): Promise<Readiness | null> {
  const { person, school, term } = visit;
  if (!term?.assessmentType) return null;
  const { academicTermId, assessmentType } = term;
  const input = { academicTermId, flavour: school.flavour };
  const [turn, sheets, classes] = await Promise.all([
    loadRollover(visit, findNextYear),
    listLateSheets(input),
    listLateClasses(input),
  ]);
  if (!turn) return null;
  const { year, latest, dates, nextYear } = turn;
  const ways = waysOf(person, standingRehearsal(latest, academicTermId));
  const ofTerm = { academic_term_id: academicTermId, assessment_type: assessmentType };
  const found: SchoolFindings = {
    dates,
    lines: linesBySubject(sheets.map((sheet) => toLateSheet(sheet, ofTerm, ways))),
    classes: classes.map((held) => classOf(held, academicTermId)),
    year: nextYear,
  };
  return {
    to: termTitle(nextTermId(academicTermId)),
    now: `${formatTerm(academicTermId)} ${formatTermEnd(year)}`,
    rehearse: findRehearsalLink(latest, academicTermId),
    groups: groupsOf(found, ways),
  };
}

/** The obstacles to the rollover: whether the dates are missing, which the form asks for, and the number of others. */
export type Stops = { to: string; needsDates: boolean; others: number };

/** Skips the items that do not stop the rollover: they cost most of the work, and Settings asks at every opening. */
export async function readStops(visit: Visit): Promise<Stops | null> {
  const turn = await loadRollover(visit, findStopsOfYear);
  if (!visit.term || !turn) return null;
  const found = { dates: turn.dates, lines: [], classes: [], year: turn.nextYear };
  const { stops } = groupsOf(found, waysOf(visit.person, null));
  const needsDates = turn.dates.words === null;
  return {
    to: termTitle(nextTermId(visit.term.academicTermId)),
    needsDates,
    others: stops.length - (needsDates ? 1 : 0),
  };
}

type RolloverState = {
  year: Year;
  latest: RolloverRow | null;
  dates: SchoolFindings["dates"];
  nextYear: YearFindings | null;
};

/** Reads the term that comes next, and, at the end of a year, the findings about next year. */
async function loadRollover(
  { school, term }: Visit,
  findYear: typeof findNextYear,
): Promise<RolloverState | null> {
  if (!term) return null;
  const { academicTermId, academicYearId } = term;
  const toTermId = nextTermId(academicTermId);
  const rollover = { academicTermId, academicYearId, toTermId, flavour: school.flavour };
  const [year, latest, nextYear] = await Promise.all([
    readYear(academicTermId, noTransaction),
    findLatestRollover(noTransaction),
    academicYearOf(toTermId) === academicYearId ? null : findYear(rollover),
  ]);
  if (!year) return null;
  return {
    year,
    latest,
    nextYear,
    dates: datesOf(toTermId, year, standingRehearsal(latest, academicTermId)),
  };
}

/** A screen is linked only for a person who may open it. */
function waysOf(person: Person, rehearsal: RolloverRow | null): Ways {
  return {
    opensSheets: holds(person, "marks.enter") && readsAllClasses(person),
    readsReports: allows("term-reports", person) && readsAllClasses(person),
    signs: maySign(person),
    opensLateBoard: allows("late-board", person),
    opensStudents: allows("student-records", person),
    opensEmployees: allows("employees", person),
    rehearsal: rehearsal && { id: rehearsal.rollover_id },
  };
}

/** A rehearsal has dates; a term that was the current one before has its own. */
function datesOf(
  toTermId: number,
  { terms, current }: Year,
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
  const span = formatSpan(given.term_start, given.term_end);
  return given.total_sessions === null ? span : `${span}, ${formatCountOf(given.total_sessions, "session")}`;
}

function classOf(row: LateClassRow, academicTermId: number): ClassOfTerm {
  const key = { classId: row.class_id, academicTermId };
  return {
    label: row.class_label,
    reports: row.reports,
    isPosted: row.posted_on !== null,
    isLed: row.teachers.some(({ is_lead }) => is_lead),
    reportsUrl: classUrl(key),
    signUrl: signAllUrl(key),
  };
}

type RolloverKey = { academicTermId: number; academicYearId: number; toTermId: number; flavour: Flavour };

/** Finds where students go when the year ends, as a rehearsal would now, and which parts of next year exist. */
async function findNextYear(rollover: RolloverKey): Promise<YearFindings> {
  const { academicTermId, academicYearId, toTermId, flavour } = rollover;
  const [classes, outcomes, lessons] = await Promise.all([
    findClasses(rollover),
    predictOutcomes({ fromTermId: academicTermId, toTermId }, noTransaction),
    listLessonsToCarry({ academicYearId }, noTransaction),
  ]);
  return {
    ...classes,
    ...placesOf(outcomes),
    decisions: outcomes.classes.map((item) => decisionsOf(item, academicTermId)),
    lessons: groupLessons(lessons, flavour).map((row) => ({
      words: rowInShort(row),
      lessons: row.lessons,
      isOpen: row.why !== null,
    })),
  };
}

const NOBODY: Placed = { to_place: 0, nowhere: [] };

/** Finds only what stops the rollover: while a year has no classes, its students are not looked for. */
async function findStopsOfYear(rollover: RolloverKey): Promise<YearFindings> {
  const { academicTermId, toTermId } = rollover;
  const classes = await findClasses(rollover);
  const isMade = classes.coming.length > 0;
  const outcomes = isMade
    ? await predictOutcomes({ fromTermId: academicTermId, toTermId }, noTransaction)
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

type Placed = Pick<PredictedOutcomes, "to_place" | "nowhere">;

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
}: Nowheres): Nowhere {
  return {
    why,
    wanted: wanted_form_class_id,
    canBeMade: can_be_made,
    classLabel: class_label,
    students,
    named: named.map((student) => ({
      key: student.student_key,
      words: [registerName(student), class_label].filter(Boolean).join(" "),
    })),
  };
}

type Nowheres = PredictedOutcomes["nowhere"][number];
type Decided = PredictedOutcomes["classes"][number];

function decisionsOf(
  { class_id: classId, class_label: label, asked: needed, assumed }: Decided,
  academicTermId: number,
) {
  return { classId, label, needed, assumed, reportsUrl: classUrl({ classId, academicTermId }) };
}
