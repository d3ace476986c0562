import { noTransaction } from "#db/index.ts";
import { auditTrailFingerprint } from "#db/queries/batches/batches.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { listCardClasses, listClassIdsOfLevel, type CardClass } from "#db/queries/reports/report-card.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import type { SchoolRow } from "#db/queries/school.ts";
import type { CardPart } from "#domain/documents/card-parts.ts";
import { toCalendarDay } from "#domain/dates.ts";
import {
  rankStudentsWithAllMarks,
  calculateReportAverage,
  summarisePercentages,
} from "#domain/subject-results.ts";
import { now } from "#runtime/clock.ts";
import { loadClassResults } from "./classes/class-results.server.ts";

type Taker = {
  class_id: number;
  student_key: number;
  subjects: readonly Pick<ReportedSubject, "subject_id" | "kind" | "counted" | "percent" | "isEntered">[];
};

/** The position among the ranked students. Null for a student who lacks a mark that classmates have. */
type Position = { place: number; isShared: boolean } | null;

export type Ranking = {
  positions: ReadonlyMap<number, Position>;
  ranked: number;
  /** Whether marks of ranked students are missing, so that positions may still change. */
  isProvisional: boolean;
};

/**
 * Ranks students by their printed averages. A student is ranked only with a mark in every subject in which any
 * classmate has one. Returns null if nobody is ranked.
 */
function rankStudents(takers: readonly Taker[]): Ranking | null {
  const marksOf = ({ subjects }: Taker) => subjects.filter(({ kind }) => kind === "marks");
  const ranks = rankStudentsWithAllMarks(
    takers.map((taker) => calculateReportAverage(marksOf(taker))),
    takers.map((taker) => {
      const marks = marksOf(taker);
      return new Map(
        marks.map(({ subject_id, percent }) => [`${taker.class_id} ${subject_id}`, percent !== null]),
      );
    }),
  );
  const ranked = ranks.filter((rank) => rank !== null).length;
  if (ranked === 0) return null;
  return {
    positions: new Map(takers.map(({ student_key }, index) => [student_key, ranks[index] ?? null])),
    ranked,
    isProvisional: takers.some((taker) => marksOf(taker).some(({ isEntered }) => !isEntered)),
  };
}

/** Formats `4 of 29`, or `= 4 of 29` for a shared position. Empty for a student who is not ranked. */
export function formatPosition({ positions, ranked }: Ranking, studentKey: number): string {
  const position = positions.get(studentKey) ?? null;
  if (position === null) return "Not ranked";
  const { place, isShared } = position;
  return `${isShared ? "= " : ""}${place} of ${ranked}`;
}

type SubjectFigures = { mean: string; highest: string };

/** Returns the class average and the highest mark of each subject with marks, as whole percentages. */
function subjectFigures(takers: readonly Taker[]): ReadonlyMap<number, SubjectFigures> {
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

/** The figures of a class that its cards show. Null for others, and for positions if nobody is ranked. */
export type ClassFigures = {
  inClass: Ranking | null;
  inLevel: Ranking | null;
  subjects: ReadonlyMap<number, SubjectFigures> | null;
};

const OF_CLASS: readonly CardPart[] = ["classPosition", "classAverage", "highest"];

/** Loads the figures of each class whose cards show positions or class averages. */
export async function loadClassFigures(
  classes: readonly CardClass[],
  { term, school }: { term: TermRow; school: SchoolRow },
): Promise<ReadonlyMap<number, ClassFigures>> {
  const figures = classes.map(async (ofClass) => {
    const { parts } = ofClass.card;
    const [level, own] = await Promise.all([
      parts.includes("levelPosition") ? levelFigures(ofClass, { term, school }) : null,
      parts.some((part) => OF_CLASS.includes(part)) ? takersOf([ofClass], { term, school }) : null,
    ]);
    const compares = parts.includes("classAverage") || parts.includes("highest");
    return [
      ofClass.class_id,
      {
        inClass: own && parts.includes("classPosition") ? rankStudents(own) : null,
        inLevel: level,
        subjects: own && compares ? subjectFigures(own) : null,
      },
    ] as const;
  });
  return new Map(await Promise.all(figures));
}

async function takersOf(
  classes: readonly CardClass[],
  { term, school }: { term: TermRow; school: SchoolRow },
): Promise<Taker[]> {
  const results = await loadClassResults(classes, { term, school });
  return results.flatMap(({ ofClass, students }) =>
    students.map((student) => ({ ...student, class_id: ofClass.class_id })),
  );
}

type KeptLevel = { state: string; ranking: Promise<Ranking | null> };

/** A cache of the levels printed last, because a batch prints the classes of a level one after the other. */
const kept = new Map<string, KeptLevel>();
const MOST_KEPT = 20;

/**
 * Ranks a whole level. The ranking is cached for all classes of the level, until the school's data or the day changes.
 */
async function levelFigures(
  { form_level }: CardClass,
  { term, school }: { term: TermRow; school: SchoolRow },
): Promise<Ranking | null> {
  const { academic_term_id: academicTermId } = term;
  const key = `${academicTermId} ${form_level}`;
  const state = `${await auditTrailFingerprint(noTransaction)} ${toCalendarDay(now(), school.time_zone)}`;
  const known = kept.get(key);
  if (known?.state === state) return known.ranking;
  const ranking = rankLevel({ academicTermId, formLevel: form_level }, { term, school });
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, { state, ranking });
  ranking.catch(() => kept.delete(key));
  return ranking;
}

async function rankLevel(
  params: { academicTermId: number; formLevel: number },
  read: { term: TermRow; school: SchoolRow },
): Promise<Ranking | null> {
  const classIds = await listClassIdsOfLevel(params, noTransaction);
  const { academicTermId } = params;
  const classes = await listCardClasses({ classIds, academicTermId }, noTransaction);
  return rankStudents(await takersOf(classes, read));
}
