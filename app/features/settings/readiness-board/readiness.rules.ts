import { formatMore } from "./figures.rules.ts";
import * as ofTerm from "./of-term.rules.ts";
import * as ofYear from "./of-year.rules.ts";
import type { Finding, Group, Item, LinkedText, Readiness, SchoolFindings, Ways } from "./readiness.ts";

type Find = (school: SchoolFindings, ways: Ways) => Finding | null;

/** The needs of a new term, in the order of the board; a function returns null for a need that does not apply. */
const ASKED: readonly Find[] = [
  ofTerm.dates,
  ofYear.classes,
  ofYear.nextClasses,
  ofYear.findMissingDestinations,
  ofTerm.marks,
  ofTerm.reports,
  ofTerm.signatures,
  ofYear.decisions,
  ofTerm.posting,
  ofTerm.formTeachers,
  ofYear.nextTeachers,
  ofYear.lessons,
];

/** Sorts the items into those that stop the rollover, those better done first, and those that are ready. */
export function groupsOf(school: SchoolFindings, ways: Ways): Readiness["groups"] {
  const groups: Record<Group, Item[]> = { stops: [], better: [], ready: [] };
  for (const find of ASKED) {
    const finding = find(school, ways);
    if (finding && finding.of !== 0) groups[groupOf(finding)].push(itemOf(finding));
  }
  return { ...groups, ready: groups.ready.filter(({ name }) => !isNamedIn(groups.stops, name)) };
}

function groupOf({ missing, stops = false }: Finding): Group {
  if (missing === 0) return "ready";
  return stops ? "stops" : "better";
}

function itemOf(finding: Finding): Item {
  const { name, missing, of, why, done, mend, see } = finding;
  if (missing === 0) return { name, why: done, places: [], figure: null, mend: see };
  return { name, why, places: shownPlaces(finding), figure: of === null ? null : { missing, of }, mend };
}

/** Returns places such as `2B 19 · 3E 14 · 5D 8 · 6 more classes`; a single remaining place is named, not counted. */
function shownPlaces({ places, unnamed = 0, most, others: { noun, to } }: Finding): LinkedText[] {
  const isAllButOne = unnamed === 0 && places.length === most + 1;
  const shown = isAllButOne ? places : places.slice(0, most);
  const left = places.length + unnamed - shown.length;
  return left === 0 ? [...shown] : [...shown, { words: formatMore(left, noun), to }];
}

/** An item that is ready is left out if one of the same name stops the rollover. */
function isNamedIn(items: readonly Item[], name: string): boolean {
  return items.some((item) => item.name === name);
}
