import { noTransaction } from "#db/index.ts";
import { getSchool } from "#db/queries/school.ts";
import { findSavedCarriedOver } from "#db/queries/rollover/carried-over.ts";
import {
  listClassesAfterRollover,
  listProposedStudents,
  listRolloverJournal,
  type RolloverOutcomeRow,
  type ProposedStudentRow,
} from "#db/queries/rollover/outcomes.ts";
import { findRollover, type RolloverRow } from "#db/queries/rollover/rollovers.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, yearLabel } from "#domain/terms.ts";
import { describeRolloverOutcome, describeRolloverOutcomeReason } from "#domain/rollover/rollover.ts";
import { pluralise } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import {
  toLetterhead,
  printDocument,
  getPrintTime,
  type PrintFormatAndSignal,
  type PrintedDocument,
} from "../document.server.ts";
import { formatFilePeriod, formatTermAndYear } from "../report-card-words.rules.ts";

type Journal = DocumentData["rollover-journal"];

const TITLE = "Journal of the new term";
const NO_CLASS = "Not in a class";
const ASSUMED = "Assumed, because nobody had made a decision.";

/**
 * Prints each student's outcome of a rollover, such as promoted, repeating or leaving, with the reason.
 * @throws notFound unless the rollover is complete
 */
export async function printRolloverJournal(
  person: Person,
  input: { rolloverId: number },
  { format, signal }: PrintFormatAndSignal<FormatOf<"rollover-journal">>,
): Promise<PrintedDocument> {
  const [run, school] = await Promise.all([findRollover(input, noTransaction), getSchool(noTransaction)]);
  if (run?.state !== "done")
    throw notFound("There is no journal to print: this new term did not start, or it was undone.");
  const [students, carriedOver] = await Promise.all([
    listRolloverJournal(input, noTransaction),
    findSavedCarriedOver(input, noTransaction),
  ]);
  const of = { toYear: yearLabel(run.to_year_id), timeZone: school.time_zone };
  const to = periodOf(run.to_term_id);
  const data: Journal = {
    title: TITLE,
    about: `From ${formatTermAndYear(periodOf(run.from_term_id))}`,
    aside: "",
    counts: [{ figure: students.length, words: "students" }],
    period: formatTermAndYear(to),
    referenceDate: null,
    keys: [],
    notes: notesOf(run, school.time_zone),
    school: toLetterhead(school),
    printed: getPrintTime(school),
    facts: factsOf(run, school.time_zone),
    endsYear: run.turns_year,
    balance: run,
    carriedOver,
    classes: classesOf(students, of),
  };
  const name = [TITLE, formatFilePeriod(to)].join(" ");
  return printDocument({ kind: "rollover-journal", format, data }, { name, person, signal, isLarge: true });
}

type Proposed = DocumentData["proposed-classes"];

/**
 * Prints the class lists of the new term as a rehearsal proposes them, with a page for each class, so that form
 * teachers can check them.
 * @throws notFound without a rehearsal that has placed the students
 */
export async function printProposedClasses(
  person: Person,
  input: { rolloverId: number },
  { format, signal }: PrintFormatAndSignal<FormatOf<"proposed-classes">>,
): Promise<PrintedDocument> {
  const [run, school] = await Promise.all([findRollover(input, noTransaction), getSchool(noTransaction)]);
  if (!run?.rehearsed_at || (run.state !== "ready" && run.state !== "refused"))
    throw notFound("There are no proposed class lists to print: rehearse the new term first.");
  const [classes, students] = await Promise.all([
    listClassesAfterRollover(input, noTransaction),
    listProposedStudents(input, noTransaction),
  ]);
  const to = periodOf(run.to_term_id);
  const data: Proposed = {
    title: "Proposed classes",
    about: yearLabel(run.to_year_id),
    aside: "",
    counts: [
      { figure: students.length, words: pluralise(students.length, "student") },
      { figure: classes.length, words: classes.length === 1 ? "class" : "classes" },
    ],
    period: formatTermAndYear(to),
    referenceDate: null,
    keys: [],
    notes: [
      `Proposed by a rehearsal on ${formatDateAndTime(run.rehearsed_at, school.time_zone)}. Nothing is decided yet.`,
    ],
    school: toLetterhead(school),
    printed: getPrintTime(school),
    classes: classes.map(({ class_id, label }) => ({
      title: label,
      students: students.filter(({ next_class_id }) => next_class_id === class_id).map(proposed),
    })),
  };
  const name = [data.title, formatFilePeriod(to)].join(" ");
  return printDocument({ kind: "proposed-classes", format, data }, { name, person, signal, isLarge: true });
}

function proposed(row: ProposedStudentRow): Proposed["classes"][number]["students"][number] {
  return {
    name: formatRegisterName(row),
    studentId: row.student_id,
    gender: row.gender,
    born: row.date_of_birth,
    was: row.was_label ?? "",
    what: describeRolloverOutcome(row),
    isAssumed: row.assumed,
  };
}

function periodOf(academicTermId: number) {
  return { academic_year_id: academicYearOf(academicTermId), term: academicTermId % 10 };
}

function factsOf(
  { rehearsed_at, started_by_name, started_at, ended_at }: RolloverRow,
  timeZone: string,
): Journal["facts"] {
  const at = (moment: Date | string | null) => (moment === null ? "" : formatDateAndTime(moment, timeZone));
  return [
    { label: "Rehearsed", value: at(rehearsed_at) },
    { label: "Started by", value: [started_by_name, at(started_at)].filter(Boolean).join(", ") },
    { label: "Finished", value: at(ended_at) },
    { label: "Undo", value: "until a mark or record of the new term is changed" },
  ].filter(({ value }) => value !== "");
}

function notesOf({ started_at, started_by_name, assumed }: RolloverRow, timeZone: string): string[] {
  const by = started_by_name ? ` by ${started_by_name}` : "";
  const when = started_at && `The new term was started${by} on ${formatDateAndTime(started_at, timeZone)}.`;
  return [when, assumed > 0 ? ASSUMED : null].filter((note) => note !== null);
}

/** Groups students by their previous class, in the order of the journal. */
function classesOf(
  students: readonly RolloverOutcomeRow[],
  of: Parameters<typeof describeRolloverOutcomeReason>[1],
): Journal["classes"] {
  const classes = new Map<number | null, Journal["classes"][number]>();
  for (const outcome of students) {
    const before = classes.get(outcome.was_class_id) ?? {
      title: outcome.was_label ?? NO_CLASS,
      students: [],
    };
    before.students.push(journalled(outcome, of));
    classes.set(outcome.was_class_id, before);
  }
  return [...classes.values()];
}

function journalled(outcome: RolloverOutcomeRow, of: Parameters<typeof describeRolloverOutcomeReason>[1]) {
  return {
    name: formatRegisterName(outcome),
    studentId: outcome.student_id,
    isAssumed: outcome.assumed,
    was: outcome.was_label ?? "",
    now: outcome.next_label ?? "",
    outcome: outcome.what,
    what: describeRolloverOutcome(outcome),
    why: describeRolloverOutcomeReason(outcome, of),
  };
}
