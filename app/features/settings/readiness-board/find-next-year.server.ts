import { noTransaction } from "#db/index.ts";
import { listCarriedClasses, listNextYearClasses } from "#db/queries/next-year/classes.ts";
import { listLessonsToCarry } from "#db/queries/next-year/lessons.ts";
import { predictOutcomes, type PredictedOutcomes } from "#db/queries/rollover/predicted.ts";
import type { Flavour } from "#domain/grades.ts";
import { registerName } from "#domain/names.ts";
import { classUrl } from "#domain/paths.ts";
import { yearAfter, yearLabel } from "#domain/terms.ts";
import { groupLessons, rowInShort } from "../next-year/lessons.rules.ts";
import type { Nowhere, YearFindings } from "./readiness.ts";

type RolloverKey = { academicTermId: number; academicYearId: number; toTermId: number; flavour: Flavour };

/** Finds where students go when the year ends, as a rehearsal would now, and which parts of next year exist. */
export async function findNextYear(rollover: RolloverKey): Promise<YearFindings> {
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
export async function findStopsOfYear(rollover: RolloverKey): Promise<YearFindings> {
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
