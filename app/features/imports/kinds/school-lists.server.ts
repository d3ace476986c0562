import { queryAll, type ReadTransaction } from "#db/index.ts";
import { listEmployeesToImport, type ImportedEmployee } from "#db/queries/imports/employees.ts";
import { getCurrentTerm, getSchool, type CurrentTermRow } from "#db/queries/school.ts";
import { listSubjectsWithUse, type ListedSubject } from "#db/queries/school-subjects.ts";
import {
  findSchoolYear,
  listClassesWithFormTeacher,
  type ClassWithFormTeacher,
  type SchoolYear,
} from "#db/queries/timetable/teacher-class.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import type { ImportRefusals, ImportCells } from "#domain/people/imports.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { readCellText, toRefusalLine } from "#fields/imported/row-values.rules.ts";

/** The lists of the school that the rows of a file refer to by name. */
export type SchoolListsForImport = {
  flavour: SchoolFlavour;
  term: CurrentTermRow;
  year: SchoolYear;
  subjects: readonly ListedSubject[];
  employees: readonly ImportedEmployee[];
  /** The classes of the current year. */
  classes: readonly ClassWithFormTeacher[];
};

/** Loads the lists. Returns null in a school without a current term, which can import people only. */
export async function loadSchoolListsForImport(t: ReadTransaction): Promise<SchoolListsForImport | null> {
  const term = await getCurrentTerm(t);
  const year = term?.academic_year_id ? await findSchoolYear(term.academic_year_id, t) : null;
  if (!term || !year) return null;
  const academicYearId = year.academic_year_id;
  const [{ flavour }, subjects, employees, classes] = await queryAll(
    [
      () => getSchool(t),
      () => listSubjectsWithUse(t),
      () => listEmployeesToImport(t),
      () => listClassesWithFormTeacher({ academicYearId, formClassId: null }, t),
    ],
    t,
  );
  return { flavour, term, year, subjects, employees, classes };
}

export const NO_TERM_REFUSAL: ImportRefusals = [
  toRefusalLine("Term", "the school has no current term yet; set it under Settings, Current Term"),
];

/** The result of looking up the name in a cell. */
export type NameLookUpResult<Item> = { item: Item } | { fault: ImportRefusals[number] };

const same = (one: string, other: string) => plain(one) === plain(other);

function plain(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Finds a subject that is taught, by its title or its abbreviation. */
export function findNamedSubject(
  cells: ImportCells,
  { subjects }: SchoolListsForImport,
): NameLookUpResult<ListedSubject> {
  const text = readCellText(cells, "subject");
  const taught = subjects.filter(({ is_active }) => is_active);
  const titled = taught.filter(({ title }) => same(title, text));
  const found = titled.length > 0 ? titled : taught.filter(({ abbr }) => same(abbr, text));
  return onlyOne("Subject", text, found, {
    none: "there is no subject with this title or abbreviation",
    named: ({ title }) => title,
  });
}

/** Finds a class by its name, or by its form class if that form class has only one class. */
export function findNamedClass(
  cells: ImportCells,
  classes: readonly ClassWithFormTeacher[],
  year: string,
): NameLookUpResult<ClassWithFormTeacher> {
  const text = readCellText(cells, "class");
  const named = classes.filter(({ label }) => same(label, text));
  const found = named.length > 0 ? named : classes.filter(({ form_class_id }) => same(form_class_id, text));
  return onlyOne("Class", text, found, {
    none: `there is no such class in ${year}`,
    named: ({ label }) => label,
  });
}

/** Finds a current employee by the user name, the Employee ID or the name. */
export function findNamedTeacher(
  cells: ImportCells,
  { employees }: SchoolListsForImport,
  { field = "teacher", title = "Teacher" } = {},
): NameLookUpResult<ImportedEmployee> {
  const text = readCellText(cells, field);
  const here = employees.filter(({ employee_status_id }) => employee_status_id === ACTIVE_EMPLOYEE);
  const byKey = here.filter(
    ({ user_name, employee_id }) => same(user_name ?? "", text) || String(employee_id) === text,
  );
  const byName = here.filter(
    (each) =>
      same(`${each.first_name} ${each.last_name}`, text) ||
      same(formatRegisterName(each), text) ||
      same(formatShortName(each), text),
  );
  const found = text === "" ? [] : byKey.length > 0 ? byKey : byName;
  return onlyOne(title, text, found, {
    none: "no current employee has this username, Employee ID or name",
    named: ({ user_name, employee_id }) => user_name ?? String(employee_id),
  });
}

type Words<Item> = { none: string; named: (item: Item) => string };

function onlyOne<Item>(
  title: string,
  text: string,
  found: readonly Item[],
  { none, named }: Words<Item>,
): NameLookUpResult<Item> {
  const [item] = found;
  if (text === "") return { fault: toRefusalLine(title, "fill in this cell") };
  if (item === undefined) return { fault: toRefusalLine(title, `${none}, ‘${text.slice(0, 60)}’`) };
  if (found.length === 1) return { item };
  const reason = `several match ‘${text.slice(0, 60)}’, enter one of them: ${found.map(named).join(", ")}`;
  return { fault: toRefusalLine(title, reason) };
}

/** Returns the reasons why look-ups found nothing. */
export function listLookUpFaults(found: readonly NameLookUpResult<unknown>[]): ImportRefusals {
  return found.flatMap((each) => ("fault" in each ? each.fault : []));
}

/** Reads `2026-2027`, `2026/27` or `2026` as a school year. Returns null for other texts. */
export function parseSchoolYear(text: string): number | null {
  const [, from, to] = /^(20\d\d)(?:\s*[-–/]\s*(\d{2}|20\d\d))?$/.exec(text.trim()) ?? [];
  if (from === undefined) return null;
  const start = Number(from);
  const isNext = to === undefined || Number(to) % 100 === (start + 1) % 100;
  return isNext ? start * 10_000 + start + 1 : null;
}

/** Reads yes and no. Returns null for other texts. An empty cell is neither. */
export function parseYesOrNo(text: string): boolean | null {
  if (/^(?:yes|y|true|1|x|✓)$/i.test(text)) return true;
  return /^(?:no|n|false|0)$/i.test(text) ? false : null;
}
