import { PATHS, withQuery } from "#domain/paths.ts";
import { purposeUrl } from "../current-term/current-term.rules.ts";
import { classesOf, nextYearUrl, someOf } from "../next-year/next-year.rules.ts";
import { figureWords, mostFirst, sumOf } from "./figures.rules.ts";
import type { Finding, Nowhere, SchoolFound, Ways, YearFound } from "./readiness.ts";

/** What the year's turn asks besides: in which class everybody is next year, and who has it. */

/** Next year's classes are made of this year's; without any of them nobody has a place. */
export function classes({ year }: SchoolFound): Finding | null {
  if (!year) return null;
  const { toYear, here, coming } = year;
  const without = here.filter(({ isMade }) => !isMade);
  return {
    name: "Classes",
    missing: without.length,
    of: here.length,
    stops: coming.length === 0,
    why: coming.length === 0 ? `${toYear} has no classes yet.` : `Classes that ${toYear} does not have.`,
    done: `${classesOf(coming.length)} of ${toYear}`,
    places: coming.length === 0 ? [] : without.map(({ label }) => ({ words: label, to: nextYearUrl() })),
    most: 6,
    others: { noun: "class", to: nextYearUrl() },
    mend: { words: "Make them", to: nextYearUrl() },
    see: { words: "See them", to: nextYearUrl() },
  };
}

/** Which class takes them is not chosen: Next Year's Classes does it. */
export function nextClasses({ year }: SchoolFound): Finding | null {
  if (!year || year.coming.length === 0) return null;
  const left = year.nowhere.filter((each) => !isForThemAlone(each));
  const byClass = new Map<string, number>();
  for (const { classLabel, students } of left) {
    const label = classLabel ?? "In no class";
    byClass.set(label, (byClass.get(label) ?? 0) + students);
  }
  return {
    ...placed(year, left),
    why: `Who takes them in ${year.toYear} is not chosen.`,
    places: mostFirst([...byClass], ([, count]) => count).map(([label, count]) => ({
      words: `${label} ${figureWords(count)}`,
      to: nextYearUrl(),
    })),
    others: { noun: "class", to: nextYearUrl() },
    mend: { words: "Choose their class", to: nextYearUrl() },
  };
}

/** A report, or somebody, sends them to a class that there will not be: they are sent elsewhere one by one. */
export function lostWishes({ year }: SchoolFound, ways: Ways): Finding | null {
  if (!year || year.coming.length === 0) return null;
  const left = year.nowhere.filter(isForThemAlone);
  if (left.length === 0) return null;
  const wanted = [...new Set(left.flatMap((each) => each.wanted ?? []))];
  const isOne = wanted.length === 1;
  const named = left.flatMap((each) => each.named);
  const mend = inRehearsal(ways, { what: "nowhere", ticked: 1 });
  return {
    ...placed(year, left),
    why:
      wanted.length > 0
        ? `${someOf(wanted)} ${isOne ? "is not a class" : "are not classes"} of ${year.toYear}.`
        : `${year.toYear} has no class for them.`,
    places: named.map(({ key, words }) => ({
      words,
      to: ways.opensStudents ? `${PATHS.students}/${key}` : null,
    })),
    unnamed: sumOf(left, ({ students }) => students) - named.length,
    others: { noun: "student", to: mend },
    mend: { words: "Choose their class", to: mend },
  };
}

/** Of whom no signed report says it, it is assumed; their turn goes on without. */
export function decisions({ year }: SchoolFound, ways: Ways): Finding | null {
  if (!year) return null;
  const together = inRehearsal(ways, { assumed: 1 });
  const urlOf = (classId: number, reportsUrl: string) => {
    if (ways.rehearsal) return inRehearsal(ways, { assumed: 1, class: classId });
    return ways.readsReports ? reportsUrl : null;
  };
  return {
    name: "Decisions",
    missing: sumOf(year.decisions, ({ assumed }) => assumed),
    of: sumOf(year.decisions, ({ asked }) => asked),
    why: "Without a signed one, they are assumed to go up.",
    done: "Everybody's report decides.",
    places: mostFirst(year.decisions, ({ assumed }) => assumed).map((held) => ({
      words: `${held.label} ${figureWords(held.assumed)}`,
      to: urlOf(held.classId, held.reportsUrl),
    })),
    most: 3,
    others: { noun: "class", to: together },
    mend: { words: "Decide together", to: together },
    see: null,
  };
}

export function nextTeachers({ year }: SchoolFound): Finding | null {
  if (!year || year.coming.length === 0) return null;
  const without = year.coming.filter(({ isLed }) => !isLed);
  const to = nextYearUrl("teachers");
  return {
    name: "Form teachers",
    missing: without.length,
    of: year.coming.length,
    why: `Classes of ${year.toYear} without one.`,
    done: `Every class of ${year.toYear} has one.`,
    places: without.map(({ label }) => ({ words: label, to })),
    most: 6,
    others: { noun: "class", to },
    mend: { words: "Choose teachers", to },
    see: { words: "See them", to },
  };
}

/** As the list of next year's lessons asks: those that nobody has then, or somebody who has left. */
export function lessons({ year }: SchoolFound): Finding | null {
  if (!year || year.coming.length === 0) return null;
  const to = nextYearUrl("lessons");
  const open = new Map<string, number>();
  for (const { words, lessons: count, isOpen } of year.lessons) {
    if (isOpen) open.set(words, (open.get(words) ?? 0) + count);
  }
  return {
    name: "Lessons",
    missing: sumOf([...open], ([, count]) => count),
    of: sumOf(year.lessons, (each) => each.lessons),
    why: `Lessons of ${year.toYear} to look at.`,
    done: "All are carried over.",
    places: mostFirst([...open], ([, count]) => count).map(([subject, count]) => ({
      words: `${subject} ${figureWords(count)}`,
      to,
    })),
    most: 3,
    others: { noun: "subject", to },
    mend: { words: "Look through", to },
    see: { words: "See them", to },
  };
}

/** No choice of a class's next one places them, and no class that can be made. */
function isForThemAlone({ why, canBeMade }: Nowhere): boolean {
  return why === "class-missing" && !canBeMade;
}

function placed(year: YearFound, left: readonly Nowhere[]) {
  return {
    name: "Next classes",
    missing: sumOf(left, ({ students }) => students),
    of: year.toPlace,
    stops: true,
    done: "Everybody has a class to go to.",
    most: 3,
    see: { words: "See them", to: nextYearUrl() },
  };
}

/** Children are sent elsewhere in a rehearsal; where none stands, one begins. */
function inRehearsal({ rehearsal }: Ways, query: Readonly<Record<string, string | number>>): string {
  return rehearsal === null ? purposeUrl("advance") : withQuery(`${PATHS.turn}/${rehearsal.id}`, query);
}
