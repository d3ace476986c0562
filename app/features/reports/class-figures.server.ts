import { noTransaction } from "#db/index.ts";
import { auditTrailFingerprint } from "#db/queries/batches/batches.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import {
  listReportCardClasses,
  listClassIdsOfLevel,
  listClassIdsOfStudents,
  type ReportCardClass,
} from "#db/queries/reports/report-card.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import type { SchoolRow } from "#db/queries/school.ts";
import type { ReportCardPart, ReportCardSettings } from "#domain/documents/card-parts.ts";
import {
  calculateMeanFraction,
  calculateMeanPercent,
  calculateReportAverage,
  formatAverage,
  rankStudentsWithAllMarks,
  summarisePercentages,
} from "#domain/subject-results.ts";
import { isDecisionTerm } from "#domain/term-reports.ts";
import {
  calculateYearResult,
  rankYearAverages,
  type TermOfYear,
  type YearResult,
} from "#domain/figures/year-results.ts";
import type { ReportCardCell } from "./report-card-words.rules.ts";
import { loadReportCardClassResults, type ReportedClass } from "./classes/class-results.server.ts";

export type StudentToRank = {
  class_id: number;
  student_key: number;
  subjects: readonly Pick<ReportedSubject, "subject_id" | "kind" | "counted" | "percent" | "isEntered">[];
};

/** The position among the ranked students, or null for a student who lacks a mark that classmates have. */
type Position = { place: number; isShared: boolean } | null;

export type StudentRanking = {
  positions: ReadonlyMap<number, Position>;
  ranked: number;
  /** Whether marks of ranked students are missing, so that positions may still change. */
  isProvisional: boolean;
};

/**
 * Ranks students by their printed averages. A student is ranked only with a mark in every subject in which any
 * classmate has one. Returns null if nobody is ranked.
 */
export function rankStudents(takers: readonly StudentToRank[]): StudentRanking | null {
  const marksOf = ({ subjects }: StudentToRank) => subjects.filter(({ kind }) => kind === "marks");
  const ranks = rankStudentsWithAllMarks(
    takers.map((taker) => calculateReportAverage(marksOf(taker))),
    takers.map((taker) => {
      const marks = marksOf(taker);
      return new Map(
        marks.map(({ subject_id, percent }) => [`${taker.class_id} ${subject_id}`, percent !== null]),
      );
    }),
  );
  return toRanking(
    takers.map(({ student_key }) => student_key),
    ranks,
    takers.some((taker) => marksOf(taker).some(({ isEntered }) => !isEntered)),
  );
}

function toRanking(
  studentKeys: readonly number[],
  ranks: readonly Position[],
  isProvisional: boolean,
): StudentRanking | null {
  const ranked = ranks.filter((rank) => rank !== null).length;
  if (ranked === 0) return null;
  const positions = new Map(studentKeys.map((key, index) => [key, ranks[index] ?? null]));
  return { positions, ranked, isProvisional };
}

type YearStudent = { terms: readonly TermOfYear[]; result: YearResult };

/** The results of a class's students in the terms of a year up to one term, whatever class they were in then. */
type ClassYearResults = { students: ReadonlyMap<number, YearStudent>; ranking: StudentRanking | null };

type Read = { term: TermRow; school: SchoolRow };
/** `asOf` is the state of the school's data before the reading began, because data may change meanwhile. */
type ReadAsOf = Read & { asOf: string };

/** Loads the results of the year for the students of a class. The class of each term decides how its marks count. */
export async function loadClassYearResults(ofClass: ReportCardClass, read: Read): Promise<ClassYearResults> {
  return yearOfClass(ofClass, { ...read, asOf: await auditTrailFingerprint(noTransaction) });
}

function yearOfClass(ofClass: ReportCardClass, read: ReadAsOf): Promise<ClassYearResults> {
  const key = `year ${read.term.academic_term_id} ${ofClass.class_id}`;
  return keepUntilChange(key, asOfInputs(read, ofClass), () => calculateYearOfClass(ofClass, read));
}

async function calculateYearOfClass(ofClass: ReportCardClass, read: ReadAsOf): Promise<ClassYearResults> {
  const { term } = read;
  const { terms } = await findRequestedTerm(null, noTransaction);
  const ofYear = terms
    .filter((item) => item.academic_year_id === term.academic_year_id && item.term <= term.term)
    .toSorted((one, other) => one.term - other.term);
  const own = await resultsOfClass(ofClass, read);
  const studentKeys = own.students.map(({ student_key }) => student_key);
  const loaded = await Promise.all(
    ofYear.map(async (item) => {
      if (item.term === term.term) return { term: item.term, results: [own] };
      const { academic_term_id: academicTermId } = item;
      const classIds = await listClassIdsOfStudents({ studentKeys, academicTermId }, noTransaction);
      const classes = await listReportCardClasses({ classIds, academicTermId }, noTransaction);
      return { term: item.term, results: await resultsOfClasses(classes, { ...read, term: item }) };
    }),
  );
  const subjectsOf = loaded.map(({ term: number, results }) => {
    const students = results.flatMap(({ students: all }) => all);
    return { number, subjects: new Map(students.map((item) => [item.student_key, item.subjects])) };
  });
  const students = studentKeys.map((studentKey) => {
    const own = subjectsOf.flatMap(({ number, subjects }) => {
      const found = subjects.get(studentKey);
      return found === undefined ? [] : [{ term: number, subjects: found }];
    });
    return { studentKey, terms: own, result: calculateYearResult(own, ofClass.grading) };
  });
  const ranks = rankYearAverages(
    students.map(({ terms: own, result }) => ({ terms: own, average: result.average })),
  );
  return {
    students: new Map(students.map(({ studentKey, ...student }) => [studentKey, student])),
    ranking: toRanking(studentKeys, ranks, isMarkMissing(students)),
  };
}

function isMarkMissing(students: readonly YearStudent[]): boolean {
  const subjects = students.flatMap(({ terms }) => terms.flatMap((term) => term.subjects));
  return subjects.some(({ kind, isEntered }) => kind === "marks" && !isEntered);
}

/** Loads the results of a class in a term. The cards, the level and the year of a batch share them. */
function resultsOfClass(ofClass: ReportCardClass, read: ReadAsOf): Promise<ReportedClass> {
  const { academic_term_id: academicTermId } = read.term;
  const asOf = asOfInputs(read, ofClass);
  return keepUntilChange(`class ${academicTermId} ${ofClass.class_id}`, asOf, async () => {
    const [results] = await loadReportCardClassResults([ofClass], read);
    if (!results) throw new Error(`Class ${ofClass.class_id} is not a class of the term ${academicTermId}.`);
    return results;
  });
}

/** Loads one class after the other, so that a large level does not take every connection of the pool. */
async function resultsOfClasses(
  classes: readonly ReportCardClass[],
  read: ReadAsOf,
): Promise<ReportedClass[]> {
  const results: ReportedClass[] = [];
  for (const ofClass of classes) results.push(await resultsOfClass(ofClass, read));
  return results;
}

/** Returns `4 of 29`, or `= 4 of 29` for a shared position. The result is empty for a student who is not ranked. */
export function formatRank({ positions, ranked }: StudentRanking, studentKey: number): string {
  const position = positions.get(studentKey) ?? null;
  if (position === null) return "Not ranked";
  const { place, isShared } = position;
  return `${isShared ? "= " : ""}${place} of ${ranked}`;
}

type SubjectFigures = { mean: string; highest: string };

/** Returns the class average and the highest mark of each subject with marks, as whole percentages. */
function subjectFigures(takers: readonly StudentToRank[]): ReadonlyMap<number, SubjectFigures> {
  const ids = new Set(takers.flatMap(({ subjects }) => subjects.map(({ subject_id }) => subject_id)));
  return new Map(
    [...ids].flatMap((id) => {
      const own = takers.flatMap(({ subjects }) => subjects.filter(({ subject_id }) => subject_id === id));
      const marks = own.flatMap(({ kind, counted }) => (kind === "marks" ? [counted] : []));
      const summary = summarisePercentages(marks, 0);
      return summary ? [[id, { mean: summary.mean, highest: String(summary.highest) }] as const] : [];
    }),
  );
}

/** Returns the class's average and the highest average of a student, as printed; null if nobody has an average. */
function averageFigures(takers: readonly StudentToRank[]): SubjectFigures | null {
  const averages = takers.flatMap(
    ({ subjects }) =>
      calculateMeanPercent(subjects.flatMap(({ kind, counted }) => (kind === "marks" ? [counted] : []))) ??
      [],
  );
  const mean = calculateMeanFraction(averages);
  const [highest] = averages.map(formatAverage).toSorted((one, other) => parseFloat(other) - parseFloat(one));
  return mean === null || highest === undefined ? null : { mean: formatAverage(mean), highest };
}

/** The figures that a class's cards show. All others are null, and so are the positions if nobody is ranked. */
export type ReportCardClassFigures = {
  inClass: StudentRanking | null;
  inLevel: StudentRanking | null;
  subjects: ReadonlyMap<number, SubjectFigures> | null;
  averages: SubjectFigures | null;
  /** The results of the whole year, on the cards of its last term. */
  year: ClassYearResults | null;
  /** The results of the class, if the figures were calculated from them. */
  results: ReportedClass | null;
};

export const NO_FIGURES: ReportCardClassFigures = {
  inClass: null,
  inLevel: null,
  subjects: null,
  averages: null,
  year: null,
  results: null,
};

const COMPARED: readonly ReportCardPart[] = ["classPosition", "levelPosition", "classAverage", "highest"];

/** Loads the figures of each class whose cards show positions, class averages or the results of the year. */
export async function loadReportCardClassFigures(
  classes: readonly ReportCardClass[],
  read: Read,
): Promise<ReadonlyMap<number, ReportCardClassFigures>> {
  const asOf = await auditTrailFingerprint(noTransaction);
  const figures = classes
    .filter(({ card }) => hasYear(card, read.term) || card.parts.some((part) => COMPARED.includes(part)))
    .map(async (ofClass) => [ofClass.class_id, await figuresOf(ofClass, { ...read, asOf })] as const);
  return new Map(await Promise.all(figures));
}

function hasYear({ parts }: ReportCardSettings, { term }: TermRow): boolean {
  return isDecisionTerm(term) && parts.includes("year");
}

async function figuresOf(ofClass: ReportCardClass, read: ReadAsOf): Promise<ReportCardClassFigures> {
  const { parts } = ofClass.card;
  const [results, inLevel, year] = await Promise.all([
    resultsOfClass(ofClass, read),
    parts.includes("levelPosition") ? levelFigures(ofClass, read) : null,
    hasYear(ofClass.card, read.term) ? yearOfClass(ofClass, read) : null,
  ]);
  const own = takersOf([results]);
  const compares = parts.includes("classAverage") || parts.includes("highest");
  return {
    inClass: parts.includes("classPosition") ? rankStudents(own) : null,
    inLevel,
    subjects: compares ? subjectFigures(own) : null,
    averages: compares ? averageFigures(own) : null,
    year,
    results,
  };
}

function takersOf(results: readonly ReportedClass[]): StudentToRank[] {
  return results.flatMap(({ ofClass, students }) =>
    students.map((student) => ({ ...student, class_id: ofClass.class_id })),
  );
}

/** A cache of the values that were read last, because a batch prints the classes of a level one after the other. */
const kept = new Map<string, { asOf: string; value: Promise<unknown> }>();
/** This is enough for the years and three terms of a level of 29 classes. */
const MOST_KEPT = 120;

/** Adds to the state the inputs that were read before it, because they may be older. */
function asOfInputs({ asOf, term, school: { flavour } }: ReadAsOf, ofClass: ReportCardClass | null): string {
  return JSON.stringify([asOf, term, flavour, ofClass]);
}

/** Returns the cached value of this key, or a new value if the school's data or the day has changed since. */
function keepUntilChange<Value>(key: string, asOf: string, make: () => Promise<Value>): Promise<Value> {
  const known = kept.get(key);
  if (known?.asOf === asOf) return known.value as Promise<Value>;
  const value = make();
  value.catch(() => kept.delete(key));
  kept.delete(key);
  kept.set(key, { asOf, value });
  const [oldest = key] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest);
  return value;
}

/** Ranks a whole level, once for all classes of the level. */
function levelFigures({ form_level }: ReportCardClass, read: ReadAsOf): Promise<StudentRanking | null> {
  const { academic_term_id: academicTermId } = read.term;
  return keepUntilChange(`level ${academicTermId} ${form_level}`, asOfInputs(read, null), async () => {
    const classIds = await listClassIdsOfLevel({ academicTermId, formLevel: form_level }, noTransaction);
    const classes = await listReportCardClasses({ classIds, academicTermId }, noTransaction);
    return rankStudents(takersOf(await resultsOfClasses(classes, read)));
  });
}

/** Returns a note that positions may still change, for a class or level with missing marks. */
export function describeProvisionalPositions({
  inClass,
  inLevel,
  year,
}: ReportCardClassFigures): string | null {
  const isProvisional = [inClass, inLevel, year?.ranking].some((ranking) => ranking?.isProvisional);
  return isProvisional ? "Positions are provisional: marks are missing" : null;
}

export type ReportCardComparisonColumn = {
  label: string;
  cellOf: (subject: ReportedSubject) => ReportCardCell;
};

/**
 * Lists the columns that compare a student's result with the results of the class.
 * @param unit follows the headings if the card's marks are not in per cent. The spaces keep a heading in two lines.
 */
export function listReportCardComparisonColumns(
  parts: readonly ReportCardPart[],
  { subjects }: ReportCardClassFigures,
  unit: "" | "\u00a0%",
): ReportCardComparisonColumn[] {
  const cellOf =
    (figure: "mean" | "highest") =>
    (subject: ReportedSubject): ReportCardCell => {
      const text = subject.kind === "marks" ? subjects?.get(subject.subject_id)?.[figure] : undefined;
      return text === undefined ? { is: "nothing" } : { is: "text", text };
    };
  return [
    ...(parts.includes("classAverage") ? [{ label: `Class average${unit}`, cellOf: cellOf("mean") }] : []),
    ...(parts.includes("highest")
      ? [{ label: `Highest in\u00a0class${unit}`, cellOf: cellOf("highest") }]
      : []),
  ];
}

/**
 * Describes the class's averages beside the student's: `Class average 65.5% · Highest in class 91.4%`. Null if the card
 * does not compare. @param isNarrow beside attendance, where the line has less room
 */
export function describeComparedAverages(
  parts: readonly ReportCardPart[],
  { averages }: ReportCardClassFigures,
  isNarrow: boolean,
): string | null {
  if (averages === null) return null;
  const [mean, highest] = isNarrow ? ["class", "highest"] : ["Class average", "Highest in class"];
  const words = [
    ...(parts.includes("classAverage") ? [`${mean} ${averages.mean}`] : []),
    ...(parts.includes("highest") ? [`${highest} ${averages.highest}`] : []),
  ];
  return words.join(" · ") || null;
}
