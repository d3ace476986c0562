import { moreWords } from "./figures.rules.ts";
import * as ofTerm from "./of-term.rules.ts";
import * as ofYear from "./of-year.rules.ts";
import type { Finding, Group, Item, Place, Readiness, SchoolFound, Ways } from "./readiness.ts";

type Find = (school: SchoolFound, ways: Ways) => Finding | null;

/** What a new term needs, in the order of the board; what a turn does not ask of this school finds nothing. */
const ASKED: readonly Find[] = [
  ofTerm.dates,
  ofYear.classes,
  ofYear.nextClasses,
  ofYear.lostWishes,
  ofTerm.marks,
  ofTerm.reports,
  ofTerm.signatures,
  ofYear.decisions,
  ofTerm.posting,
  ofTerm.formTeachers,
  ofYear.nextTeachers,
  ofYear.lessons,
];

/** What stops the turn, what is better done first, and what is ready. */
export function groupsOf(school: SchoolFound, ways: Ways): Readiness["groups"] {
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

/** `2B 19 · 3E 14 · 5D 8 · 6 more classes`; the only other one is named rather than counted. */
function shownPlaces({ places, unnamed = 0, most, others: { noun, to } }: Finding): Place[] {
  const isAllButOne = unnamed === 0 && places.length === most + 1;
  const shown = isAllButOne ? places : places.slice(0, most);
  const left = places.length + unnamed - shown.length;
  return left === 0 ? [...shown] : [...shown, { words: moreWords(left, noun), to }];
}

/** Of one name something is ready and something else stops: what stops is the news. */
function isNamedIn(items: readonly Item[], name: string): boolean {
  return items.some((item) => item.name === name);
}
