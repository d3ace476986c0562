import { noTransaction } from "#db/index.ts";
import { listEthnicGroupRows, listReligionRows } from "#db/queries/people/groups.ts";
import { countStudentsByGroup, type CountedStudents } from "#db/queries/reports/statistics.ts";
import { capitalise } from "#domain/text/capital.ts";
import { pluralise } from "#domain/text/noun.ts";
import { toCalendarDay } from "#domain/dates.ts";
import type { StudentGrouping } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { ageReferenceDay } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { printDocument, type PrintFormat, type PrintedDocument } from "../document.server.ts";
import { loadSchoolHeading } from "./school-lists.server.ts";

type Group = { is: number | null; title: string };
type Level = DocumentData["statistics"]["levels"][number];

const UNKNOWN: Readonly<Record<StudentGrouping, string>> = {
  "ethnic group": "Not recorded",
  religion: "Not recorded",
  age: "No birth date",
};

/** Prints the numbers of boys and girls by class and group or age. Ages are those on 1 September by default. */
export async function printStatistics(
  person: Person,
  { by, day }: { by: StudentGrouping; day: string | null },
  { format, signal }: PrintFormat<FormatOf<"statistics">>,
): Promise<PrintedDocument> {
  const { heading, term, school, fileName } = await loadSchoolHeading(`${capitalise(by)} statistics`);
  const { academic_term_id: academicTermId, academic_year_id: academicYearId } = term;
  const on = day ?? (by === "age" ? ageReferenceDay(academicYearId) : toCalendarDay(now(), school.time_zone));
  const counted = await countStudentsByGroup({ by, academicTermId, academicYearId, day: on }, noTransaction);
  const known = counted.filter(({ gender }) => gender !== null);
  const groups = usedGroups(await groupsBy(by, known), known);
  const enrolled = sumOf(counted);
  const data = {
    ...heading,
    by: capitalise(by),
    about: "Whole school",
    referenceDate: on,
    counts: [{ figure: enrolled, words: pluralise(enrolled, "student") }],
    notes: notesOf(counted, known),
    groups: groups.map((group) => group.title),
    levels: levelsOf(known.length > 0 ? counted : [], groups),
    shares: sharesOf(known, groups),
  };
  return printDocument({ kind: "statistics", format, data }, { name: fileName, person, signal });
}

/** Lists groups in the order of the lookup table, or ages in ascending order. Students without data come last. */
async function groupsBy(by: StudentGrouping, counted: readonly CountedStudents[]): Promise<Group[]> {
  const unknown = { is: null, title: UNKNOWN[by] };
  if (by === "ethnic group") {
    const listed = await listEthnicGroupRows(noTransaction);
    return [...listed.map(({ ethnic_group_id: is, grouping: title }) => ({ is, title })), unknown];
  }
  if (by === "religion") {
    const listed = await listReligionRows(noTransaction);
    return [...listed.map(({ religion_id: is, grouping: title }) => ({ is, title })), unknown];
  }
  const ages = counted.flatMap(({ counted: age }) => (age === null ? [] : [age]));
  const [least, most] = [Math.min(...ages), Math.max(...ages)];
  const years =
    ages.length === 0 ? [] : Array.from({ length: most - least + 1 }, (_each, index) => least + index);
  return [...years.map((age) => ({ is: age, title: String(age) })), unknown];
}

function usedGroups(groups: readonly Group[], counted: readonly CountedStudents[]): Group[] {
  const used = new Set(counted.map((item) => item.counted));
  return groups.filter(({ is }) => used.has(is));
}

function levelsOf(counted: readonly CountedStudents[], groups: readonly Group[]): Level[] {
  const distinct = <Each>(all: readonly Each[]) => [...new Set(all)];
  return distinct(counted.map(({ group_title }) => group_title)).map((title) => {
    const ofLevel = counted.filter(({ group_title }) => group_title === title);
    const classes = distinct(ofLevel.map(({ class_id }) => class_id)).map((classId) => {
      const ofClass = ofLevel.filter(({ class_id }) => class_id === classId);
      const [boys, girls] = [figuresOf(ofClass, groups, "M"), figuresOf(ofClass, groups, "F")];
      return { name: ofClass[0]?.label ?? "", boys, girls };
    });
    return { title, classes };
  });
}

function figuresOf(counted: readonly CountedStudents[], groups: readonly Group[], sex: "M" | "F"): number[] {
  return groups.map(({ is }) => sumOf(counted.filter((item) => item.gender === sex && item.counted === is)));
}

/** Returns the percentage of each group among all counted students. Rounded percentages may not add up to 100. */
function sharesOf(
  known: readonly CountedStudents[],
  groups: readonly Group[],
): DocumentData["statistics"]["shares"] {
  const all = sumOf(known);
  const share = (part: readonly CountedStudents[]) =>
    all === 0 ? "" : `${((100 * sumOf(part)) / all).toFixed(1)}%`;
  return {
    groups: groups.map(({ is }) => share(known.filter(({ counted }) => counted === is))),
    boys: share(known.filter(({ gender }) => gender === "M")),
    girls: share(known.filter(({ gender }) => gender === "F")),
  };
}

/** Returns notes such as `Counted: 401 of 403 enrolled students. Left out: 2 whose sex is not recorded (Std 2 G).` */
function notesOf(counted: readonly CountedStudents[], known: readonly CountedStudents[]): string[] {
  const without = counted.filter(({ gender, students }) => gender === null && students > 0);
  if (without.length === 0) return ["Percentages are rounded."];
  const where = [...new Set(without.map(({ label }) => label))].join(", ");
  const [all, shown, leftOut] = [counted, known, without].map((item) => sumOf(item).toLocaleString("en"));
  const words = `Counted: ${shown} of ${all} enrolled students. Left out: ${leftOut} whose sex is not recorded (${where}).`;
  return [words, "Percentages are rounded."];
}

function sumOf(counted: readonly CountedStudents[]): number {
  return counted.reduce((sum, { students }) => sum + students, 0);
}
