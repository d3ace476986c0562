import { noTransaction } from "#db/index.ts";
import { comingClasses, movedClasses } from "#db/queries/next-year/classes.ts";
import { lessonsToCarry } from "#db/queries/next-year/lessons.ts";
import { currentTeachers } from "#db/queries/people/teachers.ts";
import { latestRollover } from "#db/queries/turn/rollovers.ts";
import { registerName, shortName } from "#domain/names.ts";
import { academicYearOf, yearAfter, yearLabel } from "#domain/terms.ts";
import { nextTermId } from "#domain/turn/term-dates.ts";
import { rehearsalPlace, type RehearsalPlace } from "../rehearsal-place.rules.ts";
import { ledOf, type Led } from "./leads.rules.ts";
import { groupLessons, type LessonRow } from "./lessons/lessons.rules.ts";
import { barsOf, movesOf, nowhereWords, type ComingBar, type Move } from "./moves.rules.ts";
import { tabIn, type Choice, type NextYearTab, type Teacher } from "./next-year.rules.ts";
import { thisYear } from "./this-year.server.ts";

export type NextYear = {
  tab: NextYearTab;
  /** That is; a form of it is refused once the year has turned. */
  yearId: number;
  thisYear: string;
  nextYear: string;
  isPrimary: boolean;
  /** Classes of this year that have none next year. */
  notMade: number;
  classes: number;
  lessons: number;
  toLookAt: number;
  nowhere: { strong: string; words: string } | null;
  moves: Move[];
  bars: ComingBar[];
  leads: Led[];
  rows: LessonRow[];
  teachers: Choice[];
  /** Where the year's turn is rehearsed; null while another term of this year comes first. */
  rehearse: RehearsalPlace | null;
};

/** What of the tab that is not looked at would be read for its count alone, is read all the same: it is some hundred rows. */
export async function readNextYear(query: URLSearchParams): Promise<NextYear> {
  const tab = tabIn(query);
  const year = await thisYear(noTransaction);
  const [here, coming, carried, teachers, latest] = await Promise.all([
    movedClasses(year, noTransaction),
    comingClasses(year, noTransaction),
    lessonsToCarry(year, noTransaction),
    currentTeachers(noTransaction),
    latestRollover(noTransaction),
  ]);
  const grouped = groupLessons(carried, year.flavour).map(({ carried: _each, ...row }) => row);
  return {
    tab,
    yearId: year.academicYearId,
    thisYear: yearLabel(year.academicYearId),
    nextYear: yearLabel(yearAfter(year.academicYearId)),
    isPrimary: year.flavour === "primary",
    notMade: here.filter(({ is_carried }) => !is_carried).length,
    classes: coming.length,
    lessons: carried.length,
    toLookAt: grouped.filter(({ why }) => why !== null).reduce((sum, { lessons }) => sum + lessons, 0),
    nowhere: coming.length > 0 ? nowhereWords(here, year.flavour) : null,
    moves: tab === "classes" ? movesOf(here, coming, year.flavour) : [],
    bars: tab === "classes" ? barsOf(here, coming) : [],
    leads: tab === "teachers" ? ledOf(here, coming) : [],
    rows: tab === "lessons" ? grouped : [],
    teachers: choicesOf(teachers),
    rehearse: isLastOfYear(year.academicTermId) ? rehearsalPlace(latest, year.academicTermId) : null,
  };
}

function isLastOfYear(academicTermId: number): boolean {
  return academicYearOf(nextTermId(academicTermId)) !== academicYearOf(academicTermId);
}

/** In the order of the register, by their short names; in full where two have the same. */
function choicesOf(teachers: readonly Teacher[]): Choice[] {
  const names = teachers.map(shortName);
  const isTwice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return teachers.map((each) => {
    const name = shortName(each);
    return { value: String(each.employee_id), label: isTwice(name) ? registerName(each) : name };
  });
}
