import { TERMS_PER_YEAR } from "#domain/terms.ts";
import { isFinished, type Calendar, type DemoTerm } from "../calendar.ts";
import { formClassAt, type DemoClass } from "../classes.ts";
import type { SchoolKind } from "../kind.ts";
import type { DemoStudent } from "../people/demo-student.ts";

/** Form classes, at most one of them set; both are null outside the third term and in the last level. */
export type Decision = { promoted_to: string | null; repeating: string | null };

const UNDECIDED: Decision = { promoted_to: null, repeating: null };
const TOO_LOW = 0.36;

/** If the year has changed since, the decision is what actually happened. */
export function decisionOf(
  student: DemoStudent,
  held: DemoClass,
  { kind, calendar, term }: { kind: SchoolKind; calendar: Calendar; term: DemoTerm },
): Decision {
  if (term.term !== TERMS_PER_YEAR) return UNDECIDED;
  const seat = seatAfter(student, term, calendar);
  const repeats = isFinished(term, calendar) ? student.repeated : student.ability < TOO_LOW;
  if (repeats) return { promoted_to: null, repeating: seat?.form_class_id ?? held.form_class_id };
  return { promoted_to: seat?.form_class_id ?? formClassAbove(kind, held, student), repeating: null };
}

function seatAfter(
  { seats }: DemoStudent,
  { academic_term_id }: DemoTerm,
  { terms }: Calendar,
): DemoClass | null {
  const next = terms.find((term) => term.academic_term_id > academic_term_id);
  return (next && seats.get(next.academic_term_id)) ?? null;
}

/** The class with the same letter one level up; of more classes above, each that follows gets some students. */
function formClassAbove(
  kind: SchoolKind,
  { form_level, index }: DemoClass,
  { id }: DemoStudent,
): string | null {
  const above = kind.levels[form_level];
  const here = kind.levels[form_level - 1];
  if (!above || !here) return null;
  const turn = id % Math.ceil(above.classes.length / here.classes.length);
  return formClassAt(kind, {
    form_level: form_level + 1,
    index: (index + turn * here.classes.length) % above.classes.length,
  });
}
