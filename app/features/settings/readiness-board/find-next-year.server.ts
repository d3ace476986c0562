import { noTransaction } from "#db/index.ts";
import { comingClasses, movedClasses, type MovedClassRow } from "#db/queries/next-year/classes.ts";
import { lessonsToCarry } from "#db/queries/next-year/lessons.ts";
import { foreseenFates, type ForeseenFates } from "#db/queries/turn/foreseen.ts";
import type { Flavour } from "#domain/grades.ts";
import { registerName } from "#domain/names.ts";
import { classUrl } from "#domain/paths.ts";
import { yearAfter, yearLabel } from "#domain/terms.ts";
import { groupLessons, rowInShort } from "../next-year/lessons/lessons.rules.ts";
import type { Nowhere, YearFound } from "./readiness.ts";

type Turning = { academicTermId: number; academicYearId: number; toTermId: number; flavour: Flavour };

/** Who goes where when the year turns, as a rehearsal would find it now, and what next year has by now. */
export async function findNextYear({
  academicTermId,
  academicYearId,
  toTermId,
  flavour,
}: Turning): Promise<YearFound> {
  const asked = { academicYearId, academicTermId };
  const [fates, here, coming, lessons] = await Promise.all([
    foreseenFates({ fromTermId: academicTermId, toTermId }, noTransaction),
    movedClasses(asked, noTransaction),
    comingClasses(asked, noTransaction),
    lessonsToCarry(asked, noTransaction),
  ]);
  return {
    toYear: yearLabel(yearAfter(academicYearId)),
    toPlace: fates.to_place,
    nowhere: fates.nowhere.map(nowhereOf),
    decisions: fates.classes.map((each) => decisionsOf(each, academicTermId)),
    coming: coming.map(({ label, lead }) => ({ label, isLed: lead?.works ?? false })),
    here: here.map(madeOf),
    lessons: groupLessons(lessons, flavour).map((row) => ({
      words: rowInShort(row),
      lessons: row.lessons,
      isOpen: row.why !== null,
    })),
  };
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

type Nowheres = ForeseenFates["nowhere"][number];
type Decided = ForeseenFates["classes"][number];

function decisionsOf(
  { class_id: classId, class_label: label, asked, assumed }: Decided,
  academicTermId: number,
) {
  return { classId, label, asked, assumed, reportsUrl: classUrl({ classId, academicTermId }) };
}

function madeOf({ label, is_carried: isMade }: MovedClassRow) {
  return { label, isMade };
}
