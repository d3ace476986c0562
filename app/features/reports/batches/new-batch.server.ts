import { formSucceeded, rejected, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { canReadAllClasses } from "#access/permissions.ts";
import { readingScope } from "#access/visible.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import {
  createBatch,
  findRunningBatch,
  countRunningBatches,
  type NewBatch,
  type NewBatchItem,
  queueNextItems,
} from "#db/queries/batches/new-batch.ts";
import { listClassesWithTeachers, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import { listCardClasses } from "#db/queries/reports/report-card.ts";
import { getSchool } from "#db/queries/school.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { printBatchItemJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { notFound } from "#runtime/errors.ts";
import { getBegunTerm } from "../requested-classes.server.ts";
import { formatClassName, formatPeriod } from "../report-card-words.rules.ts";
import {
  type NewBatchInput,
  type BatchScope,
  batchTitle,
  batchNoun,
  documentCount,
} from "./batches.rules.ts";

type PlannedBatch = { batch: NewBatch; items: NewBatchItem[] };

/** The number of batches that one account may have running. The limit keeps other people's batches from waiting. */
const MOST_RUNNING = 8;
const MANY = `You already have ${MOST_RUNNING} print runs in progress. Wait until one is finished, or cancel one, then try again.`;

export type NewBatchView = Awaited<ReturnType<typeof loadNewBatch>>;

/** Loads the confirmation shown before a batch starts. @throws notFound like `planBatch` */
export async function loadNewBatch(person: Person, input: NewBatchInput) {
  const planned = await planBatch(person, input);
  if (typeof planned === "string") return { title: "Nothing to print", words: planned, isEmpty: true };
  const { batch, items } = planned;
  const count = items.reduce((all, item) => all + documentCount(batch.kind, item), 0);
  const classes = items.length === 1 ? "1 class" : `${items.length} classes`;
  const period = formatPeriod(await getBegunTerm(input.academicTermId));
  const words = `${count.toLocaleString("en")} ${batchNoun(batch.kind, count)} for ${classes}, ${period}.`;
  return { title: batchTitle(batch), words, isEmpty: false };
}

/** Starts a batch, unless the same one is already running. @throws notFound like `planBatch` */
export async function startBatch(person: Person, input: NewBatchInput): Promise<FormOutcome> {
  const planned = await planBatch(person, input);
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
      : formSucceeded(PATHS.batches, "The same print run is already in progress.");
  });
}

/**
 * Plans a batch, or returns the reason why it would be empty.
 * @throws notFound for a term that has not begun, and for a class that the person may not read
 */
async function planBatch(
  person: Person,
  { kind, academicTermId, assessment, of }: NewBatchInput,
): Promise<PlannedBatch | string> {
  const [term, school] = await Promise.all([getBegunTerm(academicTermId), getSchool(noTransaction)]);
  const classes = { academicYearId: term.academic_year_id, academicTermId, formClassId: null };
  const all = await listClassesWithTeachers({ ...readingScope(person), ...classes }, noTransaction);
  const meant = all.filter((item) => isMeant(item, of));
  const [first] = meant;
  if (!first) return noneMeant(of);
  const classIds = meant.map(({ class_id }) => class_id);
  const sized = await listCardClasses({ classIds, academicTermId }, noTransaction);
  const items = sized
    .filter(({ class_size }) => class_size > 0)
    .map(({ class_id: classId, class_size: students }) => ({ classId, students }));
  if (items.length === 0) return `No students were registered in these classes in ${formatPeriod(term)}.`;
  const whole = canReadAllClasses(person) ? "whole school" : "own classes";
  const level = of.level === null ? whole : first.group_title;
  const about = of.classId === null ? level : formatClassName(school.flavour, first);
  const { accountId } = person;
  const batch = { kind, academicTermId, assessment, scope: scopeOf(of), about, accountId };
  return { batch, items };
}

function isMeant({ class_id, form_level }: ClassWithTeachersRow, { level, classId }: BatchScope): boolean {
  if (classId !== null) return class_id === classId;
  return level === null || form_level === level;
}

function noneMeant({ level, classId }: BatchScope): string {
  if (classId !== null) throw notFound("This class does not exist in that term, or you cannot open it.");
  if (level !== null) return "There are no classes at that level in that term.";
  return "There is no class in that term whose reports you can open.";
}

function scopeOf({ level, classId }: BatchScope): string {
  if (classId !== null) return `class-${classId}`;
  return level === null ? "school" : `level-${level}`;
}

/** Queues the next items of a batch, up to the batch's share of the queue. The caller must lock the batch first. */
export async function queueBatchItems(batchId: number, t: Transaction): Promise<void> {
  for (const itemId of await queueNextItems({ batchId }, t)) await enqueue(printBatchItemJob, { itemId }, t);
}
