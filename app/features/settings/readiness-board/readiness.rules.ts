import { PATHS, withQuery } from "#domain/paths.ts";
import { currentTermUrl } from "../current-term/current-term.rules.ts";
import { formatClassCount } from "#domain/text/noun.ts";
import { nextYearUrl, joinNamesWithMore } from "../next-year/next-year.rules.ts";
import {
  formatCountMore,
  type ReadinessFinding,
  type ReadinessGroup,
  type ReadinessItem,
  type LinkedText,
  type ReadinessBoardView,
  type SchoolFindings,
  type BoardLinkAccess,
  formatNumber,
  sortByMissing,
  sumBy,
  type UnplacedStudents,
  type YearFindings,
} from "./readiness.ts";
import * as ofTerm from "./of-term.rules.ts";

type Find = (school: SchoolFindings, ways: BoardLinkAccess) => ReadinessFinding | null;

/** The checks in the order of the board. A check returns null if it does not apply to this rollover. */
const ASKED: readonly Find[] = [
  ofTerm.findMissingDates,
  classes,
  nextClasses,
  findMissingDestinations,
  ofTerm.findMissingMarks,
  ofTerm.findIncompleteReports,
  ofTerm.findMissingSignatures,
  decisions,
  ofTerm.findUnpostedClasses,
  ofTerm.findClassesWithoutFormTeacher,
  nextTeachers,
  lessons,
];

/** Groups the items into obstacles to the rollover, items that should be done first, and items that are ready. */
export function groupReadinessItems(
  school: SchoolFindings,
  ways: BoardLinkAccess,
): ReadinessBoardView["groups"] {
  const groups: Record<ReadinessGroup, ReadinessItem[]> = { stops: [], better: [], ready: [] };
  for (const find of ASKED) {
    const finding = find(school, ways);
    if (finding && finding.of !== 0) groups[groupOf(finding)].push(itemOf(finding));
  }
  return { ...groups, ready: groups.ready.filter(({ name }) => !isNamedIn(groups.stops, name)) };
}

function groupOf({ missing, stops = false }: ReadinessFinding): ReadinessGroup {
  if (missing === 0) return "ready";
  return stops ? "stops" : "better";
}

function itemOf(finding: ReadinessFinding): ReadinessItem {
  const { name, missing, of, why, done, mend, see } = finding;
  if (missing === 0) return { name, why: done, places: [], figure: null, mend: see };
  return { name, why, places: shownPlaces(finding), figure: of === null ? null : { missing, of }, mend };
}

/** Returns where something is missing, such as `2B 19 · 3E 14 · 5D 8 · 6 more classes`. */
function shownPlaces({ places, unnamed = 0, most, others: { noun, to } }: ReadinessFinding): LinkedText[] {
  const isAllButOne = unnamed === 0 && places.length === most + 1;
  const shown = isAllButOne ? places : places.slice(0, most);
  const left = places.length + unnamed - shown.length;
  return left === 0 ? [...shown] : [...shown, { words: formatCountMore(left, noun), to }];
}

/** Returns whether an item of the same name prevents the rollover. A ready item is then left out. */
function isNamedIn(items: readonly ReadinessItem[], name: string): boolean {
  return items.some((item) => item.name === name);
}

/** Checks whether next year's classes exist, because without them no student can be placed. */
function classes({ year }: SchoolFindings): ReadinessFinding | null {
  if (!year) return null;
  const { toYear, here, coming } = year;
  const without = here.filter(({ isMade }) => !isMade);
  return {
    name: "Classes",
    missing: without.length,
    of: here.length,
    stops: coming.length === 0,
    why: coming.length === 0 ? `${toYear} has no classes yet.` : `Classes that are missing in ${toYear}.`,
    done: `${formatClassCount(coming.length)} in ${toYear}`,
    places: coming.length === 0 ? [] : without.map(({ label }) => ({ words: label, to: nextYearUrl() })),
    most: 6,
    others: { noun: "class", to: nextYearUrl() },
    mend: { words: "Make classes", to: nextYearUrl() },
    see: { words: "See classes", to: nextYearUrl() },
  };
}

/** Finds classes whose students have no class to go up into. Those are chosen under Next year's classes. */
function nextClasses({ year }: SchoolFindings): ReadinessFinding | null {
  if (!year || year.coming.length === 0) return null;
  const left = year.nowhere.filter((item) => !isForThemAlone(item));
  const byClass = new Map<string, number>();
  for (const { classLabel, students } of left) {
    const label = classLabel ?? "No class";
    byClass.set(label, (byClass.get(label) ?? 0) + students);
  }
  return {
    ...placed(year, left),
    why: `These students have no class in ${year.toYear} yet.`,
    places: sortByMissing([...byClass], ([, count]) => count).map(([label, count]) => ({
      words: `${label} ${formatNumber(count)}`,
      to: nextYearUrl(),
    })),
    others: { noun: "class", to: nextYearUrl() },
    mend: { words: "Choose classes", to: nextYearUrl() },
  };
}

/**
 * Finds students whose report or decision sends them to a class that will not exist. Each of them needs another class.
 */
function findMissingDestinations({ year }: SchoolFindings, ways: BoardLinkAccess): ReadinessFinding | null {
  if (!year || year.coming.length === 0) return null;
  const left = year.nowhere.filter(isForThemAlone);
  if (left.length === 0) return null;
  const wanted = [...new Set(left.flatMap((item) => item.wanted ?? []))];
  const isOne = wanted.length === 1;
  const named = left.flatMap((item) => item.named);
  const mend = inRehearsal(ways, { what: "nowhere", select: "all" });
  return {
    ...placed(year, left),
    why:
      wanted.length > 0
        ? `${joinNamesWithMore(wanted)} ${isOne ? "does" : "do"} not exist in ${year.toYear}.`
        : `There is no class for these students in ${year.toYear}.`,
    places: named.map(({ key, words }) => ({
      words,
      to: ways.opensStudents ? `${PATHS.students}/${key}` : null,
    })),
    unnamed: sumBy(left, ({ students }) => students) - named.length,
    others: { noun: "student", to: mend },
    mend: { words: "Choose classes", to: mend },
  };
}

/** Counts students without a decision. Their outcome is assumed, so the rollover can proceed. */
function decisions({ year }: SchoolFindings, ways: BoardLinkAccess): ReadinessFinding | null {
  if (!year) return null;
  const together = inRehearsal(ways, { assumed: 1 });
  const urlOf = (classId: number, reportsUrl: string) => {
    if (ways.rehearsal) return inRehearsal(ways, { assumed: 1, class: classId });
    return ways.readsReports ? reportsUrl : null;
  };
  return {
    name: "Decisions",
    missing: sumBy(year.decisions, ({ assumed }) => assumed),
    of: sumBy(year.decisions, ({ needed }) => needed),
    why: "Students without a decision in their report are assumed to go up.",
    done: "Each student follows the decision in their report.",
    places: sortByMissing(year.decisions, ({ assumed }) => assumed).map((held) => ({
      words: `${held.label} ${formatNumber(held.assumed)}`,
      to: urlOf(held.classId, held.reportsUrl),
    })),
    most: 3,
    others: { noun: "class", to: together },
    mend: { words: "Make decisions", to: together },
    see: null,
  };
}

function nextTeachers({ year }: SchoolFindings): ReadinessFinding | null {
  if (!year || year.coming.length === 0) return null;
  const without = year.coming.filter(({ isLed }) => !isLed);
  const to = nextYearUrl("teachers");
  return {
    name: "Form teachers",
    missing: without.length,
    of: year.coming.length,
    why: `Classes in ${year.toYear} without a form teacher.`,
    done: `Every class in ${year.toYear} has a form teacher.`,
    places: without.map(({ label }) => ({ words: label, to })),
    most: 6,
    others: { noun: "class", to },
    mend: { words: "Choose teachers", to },
    see: { words: "See teachers", to },
  };
}

/**
 * Counts lessons of next year without a teacher who still works here, in the same way as the list of next year's
 * lessons.
 */
function lessons({ year }: SchoolFindings): ReadinessFinding | null {
  if (!year || year.coming.length === 0) return null;
  const to = nextYearUrl("lessons");
  const open = new Map<string, number>();
  for (const { words, lessons: count, isOpen } of year.lessons) {
    if (isOpen) open.set(words, (open.get(words) ?? 0) + count);
  }
  return {
    name: "Lessons",
    missing: sumBy([...open], ([, count]) => count),
    of: sumBy(year.lessons, (each) => each.lessons),
    why: `Lessons in ${year.toYear} to check.`,
    done: "All lessons are carried over.",
    places: sortByMissing([...open], ([, count]) => count).map(([subject, count]) => ({
      words: `${subject} ${formatNumber(count)}`,
      to,
    })),
    most: 3,
    others: { noun: "subject", to },
    mend: { words: "Check lessons", to },
    see: { words: "See lessons", to },
  };
}

/** Returns whether these students must be placed one by one, because choosing or creating a class does not help. */
function isForThemAlone({ why, canBeMade }: UnplacedStudents): boolean {
  return why === "class-missing" && !canBeMade;
}

function placed(year: YearFindings, left: readonly UnplacedStudents[]) {
  return {
    name: "Next classes",
    missing: sumBy(left, ({ students }) => students),
    of: year.toPlace,
    stops: true,
    done: "Every student has a class next year.",
    most: 3,
    see: { words: "See classes", to: nextYearUrl() },
  };
}

/** Returns the URL on which students are placed: the rehearsal, or the form that starts one. */
function inRehearsal(
  { rehearsal }: BoardLinkAccess,
  query: Readonly<Record<string, string | number>>,
): string {
  return rehearsal === null
    ? currentTermUrl("advance")
    : withQuery(`${PATHS.rollover}/${rehearsal.id}`, query);
}
