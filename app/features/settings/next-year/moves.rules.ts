import type { Flavour } from "#domain/grades.ts";
import { joinedNames } from "#domain/names.ts";
import { countOf } from "#domain/text/noun.ts";
import { doubles } from "./judge.rules.ts";
import { someOf, type Choice, type Teacher } from "./next-year.rules.ts";

/** A class of this year, as the map of the year has it. */
export type MovedClass = {
  class_id: number;
  label: string;
  form_level: number;
  teachers: readonly Teacher[];
  students: number;
  repeating: number;
  up_class_id: number | null;
  up_why: "mapped" | "leaves" | "no-class" | "several" | "no-teacher";
  repeat_class_id: number | null;
  chosen_class_id: number | null;
  shared: boolean;
};

/** A class of next year. */
export type ComingClass = {
  class_id: number;
  label: string;
  form_class_id: string;
  form_level: number;
  group_title: string;
  lead: (Teacher & { works: boolean }) | null;
  co_teachers: readonly Teacher[];
};

export type Move = {
  classId: number;
  label: string;
  teachers: string;
  /** Another level begins under it. */
  endsLevel: boolean;
  students: number;
  goUp: number;
  /** `2nd Year`; null in the last level, whose students leave the school. */
  nextLevel: string | null;
  up: number | null;
  shared: boolean;
  /** Somebody of it has nowhere to go. */
  isMissing: boolean;
  choices: readonly Choice[];
};

export function movesOf(
  here: readonly MovedClass[],
  coming: readonly ComingClass[],
  flavour: Flavour,
): Move[] {
  return here.map((held, place) => {
    const above = coming.filter(({ form_level }) => form_level === held.form_level + 1);
    return {
      classId: held.class_id,
      label: held.label,
      teachers: joinedNames(held.teachers),
      endsLevel: here[place + 1]?.form_level !== held.form_level,
      students: held.students,
      goUp: held.students - held.repeating,
      nextLevel: held.up_why === "leaves" ? null : levelWords(above[0], flavour),
      up: held.chosen_class_id ?? held.up_class_id,
      shared: held.shared,
      isMissing: isMissing(held),
      choices: above.map((each) => ({ value: String(each.class_id), label: takerWords(each, flavour) })),
    };
  });
}

/** `Std 4`, `Form 4`. */
function levelWords(above: ComingClass | undefined, flavour: Flavour): string {
  if (!above) return "";
  return flavour === "primary" ? above.form_class_id : above.group_title;
}

function isMissing({ up_why, students }: Pick<MovedClass, "up_why" | "students">): boolean {
  return up_why !== "mapped" && up_why !== "leaves" && students > 0;
}

/** A class of a primary school is its teachers', one of a secondary school its letter's. */
function takerWords({ label, lead, co_teachers }: ComingClass, flavour: Flavour): string {
  if (flavour === "secondary") return label;
  if (!lead?.works) return `${label}, no teacher yet`;
  return joinedNames([lead, ...co_teachers]);
}

export type ComingBar = { classId: number; label: string; students: number | null };

/** How many students are expected in each class of next year; null where it is not known, as of those who are new. */
export function barsOf(here: readonly MovedClass[], coming: readonly ComingClass[]): ComingBar[] {
  const lowest = Math.min(...coming.map(({ form_level }) => form_level));
  return coming.map(({ class_id, label, form_level }) => {
    const below = here.filter((held) => held.form_level === form_level - 1);
    const isKnown = form_level > lowest && !below.some(isMissing);
    const up = sumOf(here, (held) => (held.up_class_id === class_id ? held.students - held.repeating : 0));
    const stay = sumOf(here, (held) => (held.repeat_class_id === class_id ? held.repeating : 0));
    return { classId: class_id, label, students: isKnown ? up + stay : null };
  });
}

function sumOf<Item>(items: readonly Item[], countOfEach: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + countOfEach(item), 0);
}

/** Who has nowhere to go, and what is to be chosen; null where everybody has a place. */
export function nowhereWords(
  here: readonly MovedClass[],
  flavour: Flavour,
): { strong: string; words: string } | null {
  const missing = here.filter(isMissing);
  if (missing.length === 0) return null;
  const labels = missing.map(({ label }) => label);
  const students = sumOf(missing, (held) => held.students - held.repeating);
  const what = flavour === "primary" ? `who takes ${someOf(labels)}` : `the next class of ${someOf(labels)}`;
  return {
    strong: `${countOf(students, "student")} of ${someOf(labels)} ${students === 1 ? "has" : "have"} nowhere to go.`,
    words: `Choose ${what}; the year cannot be turned before.`,
  };
}

export function upField(classId: number): string {
  return `up-${classId}`;
}

export function sharedField(upClassId: number): string {
  return `shared-${upClassId}`;
}

/** Into one class of next year several go up, as it is stored or was sent: whether that is meant is asked. */
export type SharedClass = { upClassId: number; label: string; words: string; isSaid: boolean };

export function sharedClasses(
  moves: readonly Move[],
  typed: ReadonlyMap<number, number | null>,
): SharedClass[] {
  const going = moves.filter(({ nextLevel }) => nextLevel !== null);
  const upOf = (move: Move) => (typed.has(move.classId) ? (typed.get(move.classId) ?? null) : move.up);
  return [...doubles(going, upOf)].map(([upClassId, group]) => {
    const label = group[0]?.choices.find(({ value }) => value === String(upClassId))?.label ?? "one class";
    const students = sumOf(group, ({ goUp }) => goUp);
    const from = someOf(group.map((each) => each.label));
    return {
      upClassId,
      label,
      words: `${from} go up together to ${label}: ${countOf(students, "student")}.`,
      isSaid: group.every(({ shared }) => shared),
    };
  });
}
