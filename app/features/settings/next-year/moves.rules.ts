import type { SchoolFlavour } from "#domain/grades.ts";
import { joinTeacherNames, formatShortName } from "#domain/names.ts";
import { buildClassLabel } from "#domain/people/class-label.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import {
  groupDuplicates,
  compareChoiceWithStored,
  joinNamesWithMore,
  type NextYearChoice,
  type SubmittedChoice,
  type NextYearTeacher,
  type CheckedChoices,
} from "./next-year.rules.ts";

/** A class of this year, with the class that follows it next year. */
export type ThisYearClass = {
  class_id: number;
  label: string;
  form_level: number;
  teachers: readonly NextYearTeacher[];
  students: number;
  repeating: number;
  up_class_id: number | null;
  up_why: "mapped" | "leaves" | "no-class" | "several" | "no-teacher";
  repeat_class_id: number | null;
  chosen_class_id: number | null;
  shared: boolean;
  /** True when the students of the level leave unless they are accepted into the next level. */
  leaves: boolean;
};

export type NextYearClass = {
  class_id: number;
  label: string;
  form_class_id: string;
  form_level: number;
  group_title: string;
  lead: (NextYearTeacher & { works: boolean }) | null;
  co_teachers: readonly NextYearTeacher[];
};

export type ClassMoveRow = {
  classId: number;
  label: string;
  teachers: string;
  /** Whether this is the last class of its level. */
  endsLevel: boolean;
  students: number;
  goUp: number;
  /** The next level, such as `2nd Year`, or null in the last level, whose students leave the school. */
  nextLevel: string | null;
  up: number | null;
  shared: boolean;
  leaves: boolean;
  /** True when some students of the class have no class for next year. */
  isMissing: boolean;
  choices: readonly NextYearChoice[];
};

export function buildClassMoveRows(
  here: readonly ThisYearClass[],
  coming: readonly NextYearClass[],
  flavour: SchoolFlavour,
): ClassMoveRow[] {
  return here.map((held, index) => {
    const above = coming.filter(({ form_level }) => form_level === held.form_level + 1);
    return {
      classId: held.class_id,
      label: held.label,
      teachers: joinTeacherNames(held.teachers),
      endsLevel: here[index + 1]?.form_level !== held.form_level,
      students: held.students,
      goUp: held.students - held.repeating,
      nextLevel: held.up_why === "leaves" ? null : levelWords(above[0], flavour),
      up: held.chosen_class_id ?? held.up_class_id,
      shared: held.shared,
      leaves: held.leaves,
      isMissing: isMissing(held),
      choices: above.map((item) => ({ value: String(item.class_id), label: takerWords(item, flavour) })),
    };
  });
}

/** Returns the short name of the level, such as `Std 4` or `Form 4`. */
function levelWords(above: NextYearClass | undefined, flavour: SchoolFlavour): string {
  if (!above) return "";
  return flavour === "primary" ? above.form_class_id : above.group_title;
}

function isMissing({ up_why, students, leaves }: ThisYearClass): boolean {
  return !leaves && up_why !== "mapped" && up_why !== "leaves" && students > 0;
}

/** Returns the label of a class as an option: its teachers in a primary school, its letter in a secondary one. */
function takerWords(
  { label, lead: formTeacher, co_teachers }: NextYearClass,
  flavour: SchoolFlavour,
): string {
  if (flavour === "secondary") return label;
  if (!formTeacher?.works) return `${label}, no teacher yet`;
  return joinTeacherNames([formTeacher, ...co_teachers]);
}

export type ExpectedClassSize = { classId: number; label: string; students: number | null };

/** Returns the number of students expected in each class of next year. Returns null for a class of new students. */
export function calculateExpectedClassSizes(
  here: readonly ThisYearClass[],
  coming: readonly NextYearClass[],
): ExpectedClassSize[] {
  const lowest = Math.min(...coming.map(({ form_level }) => form_level));
  return coming.map(({ class_id, label, form_level }) => {
    const below = here.filter((held) => held.form_level === form_level - 1);
    const isKnown = form_level > lowest && !below.some((held) => held.leaves || isMissing(held));
    const up = sumOf(here, (held) => (held.up_class_id === class_id ? held.students - held.repeating : 0));
    const stay = sumOf(here, (held) => (held.repeat_class_id === class_id ? held.repeating : 0));
    return { classId: class_id, label, students: isKnown ? up + stay : null };
  });
}

function sumOf<Item>(items: readonly Item[], countOfEach: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + countOfEach(item), 0);
}

/**
 * Describes which students have no class for next year and what to choose for them. Returns null if every student has
 * a class.
 */
export function describeUnplaced(
  here: readonly ThisYearClass[],
  flavour: SchoolFlavour,
): { strong: string; words: string } | null {
  const missing = here.filter(isMissing);
  if (missing.length === 0) return null;
  const labels = missing.map(({ label }) => label);
  const students = sumOf(missing, (held) => held.students - held.repeating);
  const what =
    flavour === "primary"
      ? `a teacher for ${joinNamesWithMore(labels)}`
      : `the next class of ${joinNamesWithMore(labels)}`;
  return {
    strong: `${formatCountOf(students, "student")} in ${joinNamesWithMore(labels)} ${students === 1 ? "has" : "have"} no class next year.`,
    words: `Choose ${what}. The new school year cannot start before that.`,
  };
}

export function nextClassField(classId: number): string {
  return `up-${classId}`;
}

export function sharedClassField(upClassId: number): string {
  return `shared-${upClassId}`;
}

/** A class of next year into which several classes would go. `isSaid` is true once a person has confirmed this. */
export type SharedNextClass = { upClassId: number; label: string; words: string; isSaid: boolean };

export function listSharedNextClasses(
  moves: readonly ClassMoveRow[],
  typed: ReadonlyMap<number, number | null>,
): SharedNextClass[] {
  const going = moves.filter(({ nextLevel }) => nextLevel !== null);
  const upOf = (move: ClassMoveRow) =>
    typed.has(move.classId) ? (typed.get(move.classId) ?? null) : move.up;
  return [...groupDuplicates(going, upOf)].map(([upClassId, group]) => {
    const label = group[0]?.choices.find(({ value }) => value === String(upClassId))?.label ?? "one class";
    const students = sumOf(group, ({ goUp }) => goUp);
    const from = joinNamesWithMore(group.map((item) => item.label));
    return {
      upClassId,
      label,
      words: `${from} go up together to ${label}: ${formatCountOf(students, "student")}.`,
      isSaid: group.every(({ shared }) => shared),
    };
  });
}

export type ClassMoveChange = { classId: number; upClassId: number | null; shared: boolean };

/**
 * Checks the choices and returns those that can be stored. Two classes can go up into a single class only if the form
 * confirms this in `shared`, so that no teacher gets two classes by mistake.
 */
export function checkClassMoves(
  moves: readonly ClassMoveRow[],
  posted: ReadonlyMap<number, SubmittedChoice<number | null>>,
  shared: ReadonlySet<number>,
): CheckedChoices<ClassMoveChange> {
  const going = moves.filter(({ nextLevel }) => nextLevel !== null);
  const wanted = going.map((move) => {
    const choice = posted.get(move.classId) ?? { was: move.up, typed: move.up };
    const verdict = compareChoiceWithStored(choice, move.up);
    return { move, verdict, up: verdict === "changed" ? choice.typed : move.up };
  });
  const errors: Record<string, string> = {};
  for (const [up, group] of groupDuplicates(wanted, (each) => each.up)) {
    if (shared.has(up)) continue;
    for (const { move } of group)
      errors[nextClassField(move.classId)] = doubleWords(
        move,
        group.map((item) => item.move),
      );
  }
  for (const { move, verdict, up } of wanted) {
    if (verdict === "stale") errors[nextClassField(move.classId)] = staleWords(move);
    else if (up !== move.up && up !== null && !offers(move, up))
      errors[nextClassField(move.classId)] = "Choose a class of the next level.";
  }
  const counts = groupDuplicates(wanted, (each) => each.up);
  const changes = wanted.flatMap(({ move, up }) => {
    const isShared = up !== null && counts.has(up);
    if (up === move.up && isShared === move.shared) return [];
    return [{ classId: move.classId, upClassId: up, shared: isShared }];
  });
  return { errors, changes, isStale: wanted.some(({ verdict }) => verdict === "stale") };
}

function offers({ choices }: ClassMoveRow, up: number): boolean {
  return choices.some(({ value }) => value === String(up));
}

function staleWords({ up, choices }: ClassMoveRow): string {
  const now = choices.find(({ value }) => value === String(up))?.label ?? "not chosen";
  return `The next class was changed while you had this page open. The next class is now: ${now}. Check the class, then save again.`;
}

function doubleWords(move: ClassMoveRow, group: readonly ClassMoveRow[]): string {
  const others = group.filter((other) => other !== move).map(({ label }) => label);
  return `${joinNamesWithMore(others)} also ${others.length === 1 ? "goes" : "go"} to this class. Choose another class, or confirm that the classes share this class.`;
}

export type NextYearFormTeacher = {
  classId: number;
  label: string;
  formClassId: string;
  before: string;
  formTeacherId: number | null;
  /** The name of the chosen teacher if that teacher has left the school; otherwise null. */
  leftName: string | null;
  coTeachers: string;
};

export function listNextFormTeachers(
  here: readonly (ThisYearClass & { made_class_id: number | null })[],
  coming: readonly NextYearClass[],
): NextYearFormTeacher[] {
  return coming.map(({ class_id, label, form_class_id, lead: formTeacher, co_teachers }) => {
    const before = here.find((held) => held.made_class_id === class_id);
    return {
      classId: class_id,
      label,
      formClassId: form_class_id,
      before: before ? joinTeacherNames(before.teachers) : "",
      formTeacherId: formTeacher?.works ? formTeacher.employee_id : null,
      leftName: formTeacher && !formTeacher.works ? formatShortName(formTeacher) : null,
      coTeachers: joinTeacherNames(co_teachers),
    };
  });
}

export type FormTeacherChange = { classId: number; employeeId: number | null };

/** Returns the choices that can be stored. The form teacher of a class cannot become form teacher of another. */
export function checkFormTeachers(
  formTeachers: readonly NextYearFormTeacher[],
  posted: ReadonlyMap<number, SubmittedChoice<number | null>>,
  teachers: readonly NextYearTeacher[],
): CheckedChoices<FormTeacherChange> {
  const wanted = formTeachers.map((led) => {
    const choice = posted.get(led.classId) ?? { was: led.formTeacherId, typed: led.formTeacherId };
    const verdict = compareChoiceWithStored(choice, led.formTeacherId);
    return { led, verdict, formTeacherId: verdict === "changed" ? choice.typed : led.formTeacherId };
  });
  const errors: Record<string, string> = {};
  for (const [, group] of groupDuplicates(wanted, ({ formTeacherId: formTeacher }) => formTeacher)) {
    for (const { led, verdict } of group) {
      const others = group.filter((other) => other.led !== led).map((other) => other.led.label);
      if (verdict === "changed")
        errors[formTeacherField(led.classId)] =
          `This teacher already has ${others.join(" and ")}. Choose another teacher.`;
    }
  }
  for (const { led, verdict, formTeacherId: teacher } of wanted) {
    if (verdict === "stale") errors[formTeacherField(led.classId)] = staleTeacherWords(led, teachers);
    else if (
      verdict === "changed" &&
      teacher !== null &&
      !teachers.some((item) => item.employee_id === teacher)
    )
      errors[formTeacherField(led.classId)] = "Choose a teacher who works here.";
  }
  const changes = wanted.flatMap(({ led, verdict, formTeacherId: formTeacher }) =>
    verdict === "changed" ? [{ classId: led.classId, employeeId: formTeacher }] : [],
  );
  return { errors, changes, isStale: wanted.some(({ verdict }) => verdict === "stale") };
}

export function formTeacherField(classId: number): string {
  return `lead-${classId}`;
}

function staleTeacherWords(
  { formTeacherId }: NextYearFormTeacher,
  teachers: readonly NextYearTeacher[],
): string {
  const now = teachers.find((teacher) => teacher.employee_id === formTeacherId);
  return `The teacher was changed while you had this page open. The teacher is now: ${now ? formatShortName(now) : "not chosen"}. Check the teacher, then save again.`;
}

/** Lists the classes whose names would change, because a primary class is named after its form teacher. */
export function listRenamedClasses(
  formTeachers: readonly NextYearFormTeacher[],
  changes: readonly FormTeacherChange[],
  { flavour, teachers }: { flavour: SchoolFlavour; teachers: readonly NextYearTeacher[] },
): { classId: number; label: string }[] {
  if (flavour === "secondary") return [];
  const renamed = changes.flatMap(({ classId, employeeId }) => {
    const led = formTeachers.find((lead) => lead.classId === classId);
    const teacher = teachers.find((item) => item.employee_id === employeeId);
    return led && teacher ? [{ led, teacher }] : [];
  });
  const taken = formTeachers
    .filter((led) => !renamed.some((item) => item.led === led))
    .map(({ label }) => label);
  return renamed.flatMap(({ led, teacher }) => {
    const label = buildClassLabel({ flavour, formClassId: led.formClassId, teacher, taken });
    taken.push(label);
    return [{ classId: led.classId, label }];
  });
}
