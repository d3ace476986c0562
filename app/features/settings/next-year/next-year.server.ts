import { z } from "zod";
import {
  formSucceeded,
  formSucceededWithResult,
  rejected,
  stale,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { OUTDATED_FORM_MESSAGE } from "#access/forms/form-values.schema.server.ts";
import { logOwnTeachingChange } from "#access/own-teaching.server.ts";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import {
  listCarriedClasses,
  listNextYearClasses,
  listClassesWithNextClass,
  saveClassLabels,
  saveNextFormTeachers,
} from "#db/queries/next-year/classes.ts";
import * as lessons from "#db/queries/next-year/lessons.ts";
import * as making from "#db/queries/next-year/creation.ts";
import { saveClassMoves } from "#db/queries/next-year/class-map.ts";
import { listCurrentTeachers } from "#db/queries/employees.ts";
import { getCurrentTerm, getSchool } from "#db/queries/school.ts";
import { findLatestRollover } from "#db/queries/rollover/rollovers.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { KEEP_OPEN } from "#domain/form-reply.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, yearAfter, yearLabel } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { nextTermId } from "#domain/rollover/term-dates.ts";
import { notFound } from "#runtime/errors.ts";
import { findRehearsalLink } from "../current-term/current-term.rules.ts";
import {
  checkFormTeachers,
  listNextFormTeachers,
  listSharedNextClasses,
  listRenamedClasses,
  calculateExpectedClassSizes,
  checkClassMoves,
  buildClassMoveRows,
  describeUnplaced,
  sharedClassField,
} from "./moves.rules.ts";
import {
  groupLessons,
  checkCarriedLessons,
  LEAVE_LESSONS_OUT_VALUE,
  nextTeacherField,
  lessonTickBoxField,
} from "./lessons.rules.ts";
import {
  describeCreatedClasses,
  NEXT_YEAR_TABS,
  nextYearUrl,
  parseNextYearTab,
  previousValueField,
  SWAP_CHOICES_FIELD,
  withSwappedChoice,
  type NextYearChoice,
  type NextYearTab,
  type SubmittedChoice,
  type NextYearTeacher,
  type CheckedChoices,
} from "./next-year.rules.ts";

const NOTICE = { seconds: 5 };

export type NextYearView = Awaited<ReturnType<typeof loadNextYear>>;

/**
 * Loads all tabs of the page, because the page shows the counts of every tab and the data is only a few hundred rows.
 */
export async function loadNextYear(query: URLSearchParams) {
  const tab = parseNextYearTab(query);
  const year = await thisYear(noTransaction);
  const [coming, ofThisYear, latest] = await Promise.all([
    listNextYearClasses(year, noTransaction),
    listCarriedClasses(year, noTransaction),
    findLatestRollover(noTransaction),
  ]);
  // While next year has no classes, the page only offers to make them.
  const [here, carried, teachers] =
    coming.length === 0
      ? [[], [], []]
      : await Promise.all([
          listClassesWithNextClass(year, noTransaction),
          lessons.listLessonsToCarry(year, noTransaction),
          listCurrentTeachers(noTransaction),
        ]);
  const grouped = groupLessons(carried, year.flavour).map(({ carried: _each, ...row }) => row);
  return {
    tab,
    /** The school year of the form. A form is refused once the school is in another year. */
    yearId: year.academicYearId,
    thisYear: yearLabel(year.academicYearId),
    nextYear: yearLabel(yearAfter(year.academicYearId)),
    isPrimary: year.flavour === "primary",
    /** The number of this year's classes that do not exist next year yet. */
    notMade: ofThisYear.filter(({ is_carried }) => !is_carried).length,
    classes: coming.length,
    lessons: carried.length,
    toLookAt: grouped.filter(({ why }) => why !== null).reduce((sum, row) => sum + row.lessons, 0),
    nowhere: coming.length > 0 ? describeUnplaced(here, year.flavour) : null,
    moves: tab === "classes" ? buildClassMoveRows(here, coming, year.flavour) : [],
    bars: tab === "classes" ? calculateExpectedClassSizes(here, coming) : [],
    formTeachers: tab === "teachers" ? listNextFormTeachers(here, coming) : [],
    rows: tab === "lessons" ? grouped : [],
    teachers: choicesOf(teachers),
    /** The link to a rehearsal of the rollover; null before the last term of the year. */
    rehearse: isLastOfYear(year.academicTermId) ? findRehearsalLink(latest, year.academicTermId) : null,
  };
}

function isLastOfYear(academicTermId: number): boolean {
  return academicYearOf(nextTermId(academicTermId)) !== academicYearOf(academicTermId);
}

/** Lists the teachers by short name, sorted by name. Teachers who share a short name get their full name. */
function choicesOf(teachers: readonly NextYearTeacher[]): NextYearChoice[] {
  const byName = groupBy(teachers, formatShortName);
  return teachers.map((teacher) => {
    const name = formatShortName(teacher);
    const isShared = (byName.get(name)?.length ?? 0) > 1;
    return { value: String(teacher.employee_id), label: isShared ? formatRegisterName(teacher) : name };
  });
}

type ThisYear = Awaited<ReturnType<typeof thisYear>>;

/**
 * Returns the current year, from which next year's classes are made.
 * @throws notFound in a school that has no term yet
 */
async function thisYear(t: ReadTransaction) {
  const [term, { flavour }] = [await getCurrentTerm(t), await getSchool(t)];
  if (!term?.academic_year_id)
    throw notFound("The school has no current term yet. Set it under Settings, Current Term.");
  return { academicYearId: term.academic_year_id, academicTermId: term.academic_term_id, flavour };
}

/** The form's fields are named by class ids or row keys, as in `up-12`. */
export const NextYearFormSchema = z
  .object({ intent: z.enum(["make", ...NEXT_YEAR_TABS]), year: z.string(OUTDATED_FORM_MESSAGE) })
  .catchall(z.string());

type Fields = Readonly<Record<string, string>>;
type Changing = { person: Person; year: ThisYear; fields: Fields; t: TermTransaction };

/**
 * Creates the classes of next year, or saves all choices of a tab. If any choice is rejected, none is saved.
 * @throws notFound in a school that has no term yet
 */
export function changeNextYear(
  person: Person,
  { input, tab }: { input: z.output<typeof NextYearFormSchema>; tab: NextYearTab },
): Promise<FormOutcome<string>> {
  const { intent, ...fields } = input;
  return termTransaction(person, async (t) => {
    const year = await thisYear(t);
    if (input.year !== String(year.academicYearId))
      return stale(
        "The new school year has started since you opened this page. Nothing was changed. Reload the page to see the new year.",
      );
    await making.lockNextYear(year, t);
    const saved = await CHANGES[intent]({ person, year, fields, t });
    if (typeof saved !== "string") return saved;
    return KEEP_OPEN in fields
      ? formSucceededWithResult(saved)
      : formSucceeded(nextYearUrl(tab), saved, NOTICE);
  });
}

/** The change for each intent. Each function returns a message about what was saved, or a rejection. */
const CHANGES = { make: makeNextYear, classes: chooseMoves, teachers: chooseLeads, lessons: carryTicked };

/**
 * Creates a class for next year from each class of this year, with its teachers and deans, and with the lessons that
 * need no decision. Classes that already exist are left alone, so the button can be pressed again. This year's data
 * does not change.
 */
async function makeNextYear({ year, t }: Changing) {
  const classIds = await making.createNextYearClasses(year, t);
  const made = { academicYearId: year.academicYearId, classIds };
  await making.createNextYearTeachers(made, t);
  await making.createNextYearDeans(made, t);
  await lessons.carryUnchangedLessons(made, t);
  return describeCreatedClasses(yearLabel(yearAfter(year.academicYearId)), classIds.length);
}

async function chooseMoves({ year, fields, t }: Changing) {
  const coming = await listNextYearClasses(year, t);
  const moves = buildClassMoveRows(await listClassesWithNextClass(year, t), coming, year.flavour);
  const posted = choicesIn(fields, "up", moves);
  const stored = new Map(moves.map(({ classId, up }) => [classId, up]));
  const choices = SWAP_CHOICES_FIELD in fields ? withSwappedChoice(posted, stored) : posted;
  // A row that is saved alone does not send the earlier confirmations.
  const before = "alone" in fields ? listSharedNextClasses(moves, new Map()) : [];
  const confirmed = new Set(before.filter(({ isSaid }) => isSaid).map(({ upClassId }) => upClassId));
  const shared = coming
    .map(({ class_id }) => class_id)
    .filter((id) => sharedClassField(id) in fields || confirmed.has(id));
  const verdict = checkClassMoves(moves, choices, new Set(shared));
  if (isFaulty(verdict)) return faultsOf(verdict);
  const { changes } = verdict;
  if (changes.length > 0) await saveClassMoves({ academicYearId: year.academicYearId, moves: changes }, t);
  return "Next year’s classes saved";
}

async function chooseLeads({ person, year, fields, t }: Changing) {
  const teachers = await listCurrentTeachers(t);
  const formTeachers = listNextFormTeachers(
    await listClassesWithNextClass(year, t),
    await listNextYearClasses(year, t),
  );
  const posted = choicesIn(fields, "lead", formTeachers);
  const stored = new Map(formTeachers.map(({ classId, formTeacherId }) => [classId, formTeacherId]));
  const choices = SWAP_CHOICES_FIELD in fields ? withSwappedChoice(posted, stored) : posted;
  const verdict = checkFormTeachers(formTeachers, choices, teachers);
  if (isFaulty(verdict)) return faultsOf(verdict);
  const { changes } = verdict;
  if (changes.length > 0) {
    await saveNextFormTeachers({ academicYearId: year.academicYearId, formTeachers: changes }, t);
    await saveClassLabels(listRenamedClasses(formTeachers, changes, { flavour: year.flavour, teachers }), t);
  }
  for (const { classId, employeeId } of changes) {
    const label = formTeachers.find((led) => led.classId === classId)?.label ?? "a class";
    if (employeeId !== null)
      await logOwnTeachingChange(person, { employeeId, what: `${label} next year` }, t);
  }
  return "Next year’s teachers saved";
}

async function carryTicked({ person, year, fields, t }: Changing) {
  const teachers = await listCurrentTeachers(t);
  const rows = groupLessons(await lessons.listLessonsToCarry(year, t), year.flavour);
  const ticked = rows.filter(({ key }) => lessonTickBoxField(key) in fields);
  if (ticked.length === 0) return rejected("Select the lessons to carry over.");
  const choices = ticked.map(({ key }): [string, SubmittedChoice<string>] => [
    key,
    { was: fields[previousValueField(key)] ?? "", typed: fields[nextTeacherField(key)] ?? "" },
  ]);
  const verdict = checkCarriedLessons(rows, new Map(choices), teachers);
  if (isFaulty(verdict)) return faultsOf(verdict);
  let count = 0;
  for (const { lessonIds, employeeId } of verdict.changes) {
    count += lessonIds.length;
    if (employeeId === LEAVE_LESSONS_OUT_VALUE) await lessons.deleteCarriedLessons({ lessonIds }, t);
    else {
      await lessons.carryLessonsToTeacher({ lessonIds, employeeId }, t);
      await logOwnTeachingChange(person, { employeeId, what: "lessons next year" }, t);
    }
  }
  return `${formatCountOf(count, "lesson")} saved for next year`;
}

/** An id that no class or teacher has, in place of a value that is not a number. */
const NONE = 0;

/** Returns the choices for these classes. `was-12` has the value of `name-12` from when the page was loaded. */
function choicesIn(
  fields: Fields,
  name: string,
  classes: readonly { classId: number }[],
): Map<number, SubmittedChoice<number | null>> {
  const idIn = (text = "") => (text === "" ? null : (parseId(text) ?? NONE));
  const sent = classes.filter(({ classId }) => `${name}-${classId}` in fields);
  return new Map(
    sent.map(({ classId }) => [
      classId,
      { was: idIn(fields[previousValueField(classId)]), typed: idIn(fields[`${name}-${classId}`]) },
    ]),
  );
}

function isFaulty({ errors }: CheckedChoices<unknown>): boolean {
  return Object.keys(errors).length > 0;
}

function faultsOf({ errors, isStale }: CheckedChoices<unknown>) {
  return isStale ? stale(errors) : rejected(errors);
}
