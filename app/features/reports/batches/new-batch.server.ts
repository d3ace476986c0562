import { z } from "zod";
import { formSucceeded, rejected, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { canReadAllClasses, hasAccess } from "#access/permissions.ts";
import { canManageStudents } from "#access/visible-student.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import {
  createBatch,
  listPrintedStudentKeys,
  findRunningBatch,
  countRunningBatches,
  type NewBatch,
  type NewBatchItem,
  queueNextItems,
} from "#db/queries/batches/new-batch.ts";
import type { ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import { listPrintableStudents, type PrintableStudent } from "#db/queries/reports/counts.ts";
import { listReportCardClasses, type ReportCardClass } from "#db/queries/reports/report-card.ts";
import { getSchool } from "#db/queries/school.ts";
import {
  BATCH_REPORT_CARD_CHOICES,
  getBatchKindDetails,
  type BatchReportCardChoice,
  type BatchOptions,
} from "#domain/documents/batches.ts";
import { PATHS } from "#domain/paths.ts";
import { formatMonth } from "#domain/dates.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import type { Person } from "#domain/person.ts";
import { printBatchItemJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import { getBegunTerm, listOfferedClasses } from "../requested-classes.server.ts";
import { formatClassName, formatTermAndYear } from "../report-card-words.rules.ts";
import {
  DEFAULT_BATCH_CHOICES,
  describeBatchChoices,
  type BatchChoices,
  type NewBatchInput,
  type BatchScope,
  batchTitle,
  batchNoun,
  countDocuments,
} from "./batches.rules.ts";

type PlannedBatch = { batch: NewBatch; items: NewBatchItem[]; classes: ReportCardClass[] };

export type NewBatchFields = z.input<typeof NewBatchFormSchema>;

const CARDS = Object.keys(BATCH_REPORT_CARD_CHOICES) as [BatchReportCardChoice, ...BatchReportCardChoice[]];

/** Each ticked class is a field of its own. `hasClasses` means that the form had boxes for classes. */
export const NewBatchFormSchema = z.object({
  cards: z.enum(CARDS).default("all"),
  unprinted: z.boolean().default(false),
  hasClasses: z.string().optional(),
  classes: z.record(z.string(), z.string().optional()).default({}),
});

/** The access that a batch needs: the same as for the document of one class. */
const ACCESS = { read: "reports.print", listed: "class-lists", own: "class-records" } as const;

/** The number of batches that one account may have running. The limit keeps other people's batches from waiting. */
const MOST_RUNNING = 8;
const MANY = `You already have ${MOST_RUNNING} print runs in progress. Wait until one is finished, or cancel one, then try again.`;

export type NewBatchView = Awaited<ReturnType<typeof loadNewBatch>>;

/** Loads the form shown before a batch starts. @throws notFound like `planBatch` */
export async function loadNewBatch(person: Person, input: NewBatchInput) {
  const planned = await planBatch(person, input, DEFAULT_BATCH_CHOICES);
  const nothing = {
    title: "Nothing to print",
    isEmpty: true,
    hasCards: false,
    hasUnprinted: false,
    classes: [],
  };
  if (typeof planned === "string") return { ...nothing, words: planned };
  const { batch, items, classes } = planned;
  const count = items.reduce((all, item) => all + countDocuments(batch.kind, item), 0);
  const inClasses = items.length === 1 ? "1 class" : `${items.length} classes`;
  const period = formatTermAndYear(await getBegunTerm(input.academicTermId));
  return {
    title: batchTitle(batch),
    words: `${count.toLocaleString("en")} ${batchNoun(batch.kind, count)} for ${inClasses}, ${period}.`,
    isEmpty: false,
    hasCards: batch.kind === "report-card",
    hasUnprinted: batch.kind === "report-card",
    classes: classes.map(({ class_id, label }) => ({ id: String(class_id), label })),
  };
}

/** Starts a batch, unless the same batch is already running. @throws notFound like `planBatch` */
export async function startBatch(
  person: Person,
  { input, form }: { input: NewBatchInput; form: z.output<typeof NewBatchFormSchema> },
): Promise<FormOutcome> {
  const ticked = Object.keys(form.classes).filter((id) => form.classes[id] !== undefined);
  const hasBoxes = form.hasClasses !== undefined;
  if (hasBoxes && ticked.length === 0) return rejected("Select at least one class.");
  const choices = { ...form, classIds: hasBoxes ? ticked.map(Number) : null };
  const planned = await planBatch(person, input, choices);
  if (typeof planned === "string") return rejected(planned);
  const { batch, items } = planned;
  return transaction(person, async (t) => {
    const isFree = (await countRunningBatches(batch, t)) < MOST_RUNNING;
    const batchId = isFree ? await createBatch(batch, items, t) : null;
    if (batchId !== null) {
      await queueBatchItems(batchId, t);
      return formSucceeded(PATHS.batches);
    }
    const running = await findRunningBatch(batch, t);
    return running === null
      ? rejected(MANY)
      : formSucceeded(
          PATHS.batches,
          "The same print run is already in progress. Wait until it has finished.",
        );
  });
}

/**
 * Plans a batch, or returns the reason why it would be empty.
 * @throws notFound for a term that has not begun, and for a class that the person may not read
 */
async function planBatch(
  person: Person,
  input: NewBatchInput,
  choices: BatchChoices,
): Promise<PlannedBatch | string> {
  const { kind, academicTermId, assessment, month, of } = input;
  if (!hasAccess(ACCESS[getBatchKindDetails(kind).classes], person))
    throw notFound("You cannot print this document. Choose another document.");
  const [term, school] = await Promise.all([getBegunTerm(academicTermId), getSchool(noTransaction)]);
  const key = { academicYearId: term.academic_year_id, academicTermId, formClassId: null };
  const all = await listOfferedClasses(person, getBatchKindDetails(kind).classes, key);
  const meant = all.filter((item) => isMeant(item, of));
  const [first] = meant;
  if (!first) return noneMeant(of);
  const ids = meant.map(({ class_id }) => class_id);
  const chosen = ids.filter((id) => choices.classIds?.includes(id) ?? true);
  const classes = await listReportCardClasses({ classIds: chosen, academicTermId }, noTransaction);
  const students = await chosenStudents(input, { ...choices, classIds: chosen }, school.flavour);
  const items = classes
    .map(({ class_id: classId, class_size }) => ({
      classId,
      students: students?.filter(({ class_id }) => class_id === classId).length ?? class_size,
    }))
    .filter((item) => item.students > 0);
  if (items.length === 0) return nothingToPrint(choices, formatTermAndYear(term));
  const whole = canReadAllClasses(person) ? "whole school" : "own classes";
  const level = of.level === null ? whole : first.group_title;
  const about = of.classId === null ? level : formatClassName(school.flavour, first);
  const made = { ...choices, classIds: chosen.length < ids.length ? chosen : null };
  const options = {
    studentKeys: students?.map(({ student_key }) => student_key) ?? null,
    cards: choices.cards,
    month,
    withPersonal: canManageStudents(person),
  };
  const batch = {
    kind,
    academicTermId,
    assessment,
    scope: scopeOf(of) + describeScope(made, month),
    about: describeBatchChoices(month === null ? about : `${about}, ${formatMonth(month)}`, made),
    options: hasOptions(input, options) ? options : null,
    accountId: person.accountId,
  };
  return { batch, items, classes: classes.filter(({ class_size }) => class_size > 0) };
}

function hasOptions(
  { kind }: NewBatchInput,
  { studentKeys, month }: NonNullable<NewBatch["options"]>,
): boolean {
  return studentKeys !== null || month !== null || getBatchKindDetails(kind).classes === "own";
}

/** Returns the students whose cards match the choices, or null if all cards match. */
async function chosenStudents(
  { kind, academicTermId }: NewBatchInput,
  { cards, unprinted, classIds }: BatchChoices & { classIds: readonly number[] },
  flavour: SchoolFlavour,
) {
  if (kind !== "report-card" || (cards === "all" && !unprinted)) return null;
  const key = { academicTermId, classIds };
  const [students, printed] = await Promise.all([
    listPrintableStudents({ ...key, flavour }, noTransaction),
    unprinted ? listPrintedStudentKeys({ ...key, kind }, noTransaction) : [],
  ]);
  const isPrinted = new Set(printed);
  return students
    .filter((student) => isChosenCard(cards, student))
    .filter(({ student_key }) => !isPrinted.has(student_key));
}

function isChosenCard(cards: BatchReportCardChoice, { is_signed, is_complete }: PrintableStudent): boolean {
  return cards === "all" || (cards === "signed" ? is_signed : is_complete);
}

/**
 * Lists the students that were chosen for a run and whose cards still match the choice, because a report may be sent
 * back while the run is in progress. Returns null for everybody in the class.
 */
export async function listChosenStudentKeys(
  options: BatchOptions | null,
  { classId, ...term }: { classId: number; academicTermId: number; flavour: SchoolFlavour },
): Promise<ReadonlySet<number> | null> {
  if (!options?.studentKeys) return null;
  const { studentKeys, cards = "all" } = options;
  const chosen = new Set(studentKeys);
  if (cards === "all") return chosen;
  const students = await listPrintableStudents({ ...term, classIds: [classId] }, noTransaction);
  const matching = students.filter(
    (student) => chosen.has(student.student_key) && isChosenCard(cards, student),
  );
  return new Set(matching.map(({ student_key }) => student_key));
}

function nothingToPrint({ cards, unprinted }: BatchChoices, period: string): string {
  if (cards === "all" && !unprinted)
    return `These classes had no students in ${period}. Choose other classes.`;
  return "No report card in these classes matches your choice. Choose other classes or other cards.";
}

/** Describes the choices for the comparison with runs in progress; empty without choices. */
function describeScope({ cards, unprinted, classIds }: BatchChoices, month: string | null): string {
  return [
    "",
    ...(cards === "all" ? [] : [cards]),
    ...(unprinted ? ["unprinted"] : []),
    ...(month === null ? [] : [month]),
    ...(classIds === null ? [] : [classIds.join(",")]),
  ].join(" ");
}

function isMeant({ class_id, form_level }: ClassWithTeachersRow, { level, classId }: BatchScope): boolean {
  if (classId !== null) return class_id === classId;
  return level === null || form_level === level;
}

function noneMeant({ level, classId }: BatchScope): string {
  if (classId !== null) throw itemNotFound("class");
  if (level !== null) return "There are no classes at that level in that term. Choose another level.";
  return "You cannot open the reports of any class in that term. Choose another term, or ask for access.";
}

function scopeOf({ level, classId }: BatchScope): string {
  if (classId !== null) return `class-${classId}`;
  return level === null ? "school" : `level-${level}`;
}

/** Queues the next items of a batch, up to the batch's share of the queue. The caller must lock the batch first. */
export async function queueBatchItems(batchId: number, t: Transaction): Promise<void> {
  for (const itemId of await queueNextItems({ batchId }, t)) await enqueue(printBatchItemJob, { itemId }, t);
}
