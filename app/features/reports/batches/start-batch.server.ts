import { readsAllClasses } from "#access/permissions.ts";
import { readingScope } from "#access/visible.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import {
  makeBatch,
  runningBatch,
  batchesRunning,
  type NewBatch,
  type NewItem,
} from "#db/queries/batches/new-batch.ts";
import { classesWithTeachers, type TaughtClassRow } from "#db/queries/class-teachers.ts";
import { cardClasses } from "#db/queries/reports/report-card.ts";
import { theSchool } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { begunTerm } from "../asked-classes.server.ts";
import { classWords, periodWords } from "../report-card-words.rules.ts";
import type { AskedBatch, Extent } from "./asked-batch.rules.ts";
import { queueItems } from "./queue-items.server.ts";

export type PlannedBatch = { batch: NewBatch; items: NewItem[] };
export type Planned = ({ ok: true } & PlannedBatch) | { ok: false; fault: string };

/** `isNew`: not the same that is running already. */
export type Started = { ok: true; batchId: number; isNew: boolean } | { ok: false; fault: string };

/** Of one account: nobody's many keep the others waiting. */
const MOST_RUNNING = 8;
const MANY = `At most ${MOST_RUNNING} of your print runs go on at once. Wait until one has ended, or cancel one.`;

/** Begins to make the documents of many classes. @throws notFound as `planBatch` */
export async function startBatch(person: Person, asked: AskedBatch): Promise<Started> {
  const planned = await planBatch(person, asked);
  return planned.ok ? begin(person, planned) : planned;
}

/** What would be made. @throws notFound for a term that has not begun, and a class out of scope */
export async function planBatch(
  person: Person,
  { kind, academicTermId, assessment, of }: AskedBatch,
): Promise<Planned> {
  const [term, school] = await Promise.all([begunTerm(academicTermId), theSchool(noTransaction)]);
  const classes = { academicYearId: term.academic_year_id, academicTermId, formClassId: null };
  const all = await classesWithTeachers({ ...readingScope(person), ...classes }, noTransaction);
  const meant = all.filter((each) => isMeant(each, of));
  const [first] = meant;
  if (!first) return noneMeant(of);
  const classIds = meant.map(({ class_id }) => class_id);
  const sized = await cardClasses({ classIds, academicTermId }, noTransaction);
  const items = sized
    .filter(({ class_size }) => class_size > 0)
    .map(({ class_id: classId, class_size: students }) => ({ classId, students }));
  if (items.length === 0) return { ok: false, fault: `Nobody was registered there in ${periodWords(term)}.` };
  const whole = readsAllClasses(person) ? "whole school" : "own classes";
  const level = of.level === null ? whole : first.group_title;
  const about = of.classId === null ? level : classWords(school.flavour, first);
  const { accountId } = person;
  const batch = { kind, academicTermId, assessment, scope: scopeOf(of), about, accountId };
  return { ok: true, batch, items };
}

function begin(person: Person, { batch, items }: PlannedBatch): Promise<Started> {
  return transaction(person, async (t) => {
    const isFree = (await batchesRunning(batch, t)) < MOST_RUNNING;
    const batchId = isFree ? await makeBatch(batch, items, t) : null;
    if (batchId !== null) {
      await queueItems(batchId, t);
      return { ok: true, batchId, isNew: true };
    }
    const running = await runningBatch(batch, t);
    if (running === null) return { ok: false, fault: MANY };
    return { ok: true, batchId: running, isNew: false };
  });
}

function isMeant({ class_id, form_level }: TaughtClassRow, { level, classId }: Extent): boolean {
  if (classId !== null) return class_id === classId;
  return level === null || form_level === level;
}

function noneMeant({ level, classId }: Extent): { ok: false; fault: string } {
  if (classId !== null) throw notFound("There is no such class in that term, or it is not yours to see.");
  if (level !== null) return { ok: false, fault: "No class of that level is there in that term." };
  return { ok: false, fault: "There is no class in that term whose reports you read." };
}

function scopeOf({ level, classId }: Extent): string {
  if (classId !== null) return `class-${classId}`;
  return level === null ? "school" : `level-${level}`;
}
