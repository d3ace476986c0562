import type { SchoolFlavour } from "#domain/grades.ts";
import {
  STANDARD_CRITERIA,
  ETHNIC_GROUPS,
  RELIGIONS,
  standardLevels,
  type SchoolLevel,
  STANDARD_SUBJECTS,
} from "#domain/school/levels.ts";
import { listHolidaysBetween, listWorkingDays } from "#domain/school/public-holidays.ts";
import { USUAL_ASSESSMENT_TYPES, usualTermDates } from "#domain/school/usual-terms.ts";
import type { AssessmentType } from "#domain/terms.ts";
import { findTermDateFaults } from "#domain/rollover/term-dates.ts";

type GivenSchool = {
  flavour: SchoolFlavour;
  /** The calendar year in which the school year begins, such as 2026 for 2026-2027. */
  year: number;
  term: number;
  /** Null means the usual date. */
  termStart: string | null;
  termEnd: string | null;
  nextTermStart: string | null;
  /** Null means the usual levels of this kind of school. */
  levels: readonly SchoolLevel[] | null;
};

export type SchoolFaults = Partial<Record<keyof GivenSchool, string>>;

const SESSIONS_PER_DAY = 2;

/** Returns the first term and the lists that a school starts with, or the errors by field. */
export function planNewSchool(newSchool: GivenSchool) {
  const term = firstTerm(newSchool);
  const dates = findTermDateFaults(term.academic_term_id, term, []);
  const faults: SchoolFaults = {
    ...(dates.term_start && { termStart: dates.term_start }),
    ...((dates.term_end ?? dates.total_sessions) && { termEnd: dates.term_end ?? dates.total_sessions }),
    ...(dates.next_term_start && { nextTermStart: dates.next_term_start }),
  };
  if (Object.keys(faults).length > 0) return { plan: null, faults };
  const levels = newSchool.levels ?? standardLevels(newSchool.flavour);
  return { plan: { term, lists: listsOf(newSchool.flavour, { term, levels }) }, faults: null };
}

function firstTerm({ flavour, year, term, termStart, termEnd, nextTermStart }: GivenSchool) {
  const usual = usualTermDates(year, term);
  const term_start = termStart ?? usual.term_start;
  const term_end = termEnd ?? usual.term_end;
  const academic_year_id = year * 10_000 + year + 1;
  return {
    academic_term_id: academic_year_id * 10 + term,
    academic_year_id,
    term,
    term_start,
    term_end,
    next_term_start: nextTermStart ?? usual.next_term_start,
    total_sessions: listWorkingDays(term_start, term_end).length * SESSIONS_PER_DAY,
    assessment_type: USUAL_ASSESSMENT_TYPES[flavour][term - 1] as AssessmentType,
  };
}

type Made = { term: ReturnType<typeof firstTerm>; levels: readonly SchoolLevel[] };

function listsOf(flavour: SchoolFlavour, { term, levels }: Made) {
  const formClasses = levels.flatMap(({ form_level, group_title, form_classes }) =>
    form_classes.map((form_class_id) => ({ form_class_id, form_level, group_title })),
  );
  const criteria = levels.flatMap(({ form_level }) => criteriaOf(flavour, form_level));
  return {
    form_classes: formClasses.map((formClass, index) => ({ ...formClass, position: index + 1 })),
    // A primary school has a class for each form teacher, so its classes are created later, together with the teachers.
    classes: flavour === "secondary" ? formClasses.map((formClass) => classOf(formClass, term)) : [],
    religions: RELIGIONS.map((grouping) => ({ grouping })),
    ethnic_groups: ETHNIC_GROUPS.map((grouping) => ({ grouping })),
    subjects: STANDARD_SUBJECTS[flavour].map(({ subject_id, title, abbr, inactive = false }) => ({
      subject_id,
      title,
      abbr,
      is_active: !inactive,
    })),
    assessment_criteria: criteria,
    school_holidays: listHolidaysBetween(term.term_start, term.next_term_start),
  };
}

function classOf({ form_class_id }: { form_class_id: string }, { academic_year_id }: Made["term"]) {
  return { academic_year_id, form_class_id, label: form_class_id };
}

function criteriaOf(flavour: SchoolFlavour, form_level: number) {
  return Object.entries(STANDARD_CRITERIA[flavour][form_level] ?? {}).flatMap(([subject, details]) =>
    details.map((detail, index) => ({
      subject_id: Number(subject),
      form_level,
      detail,
      position: index + 1,
    })),
  );
}
