import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { ClassTeacher, FormClass, SchoolClass as Classes } from "#db/models/classes.ts";
import { findRollover, type RolloverRow } from "#db/queries/rollover/rollovers.ts";
import type {
  RolloverStepName,
  RolloverOutcomeKind,
  RolloverOutcomeReason,
} from "#domain/rollover/rollover.ts";
import { JOB_HANDLERS } from "#jobs/handlers.ts";
import { startRehearsal } from "#features/rollover/start-rehearsal.server.ts";
import { startRollover } from "#features/rollover/start-run.server.ts";
import type { SignedIn } from "#tests/support/builders/people.ts";
import { TEST, YEAR_ID, type Employed } from "#tests/support/builders/school.ts";
import type { Student } from "#tests/support/builders/students.ts";

const NEXT_YEAR_ID = YEAR_ID + 10001;
export const NEXT_TERM_ID = NEXT_YEAR_ID * 10 + 1;

export const NEXT_DATES = {
  term_start: "2026-09-07",
  term_end: "2026-12-11",
  total_sessions: 132,
  next_term_start: "2027-01-04",
};

/** Creates a class of the coming year with its form teacher. */
export function createNextClass(
  formClassId: string,
  { label = formClassId, lead: formTeacher = null }: { label?: string; lead?: Employed | null } = {},
): Promise<number> {
  return transaction(TEST, async (t) => {
    await runQuery("insert into academic_years values ($1) on conflict do nothing", [NEXT_YEAR_ID], t);
    const named = { academic_year_id: NEXT_YEAR_ID, form_class_id: formClassId, label };
    const { class_id } = await Classes.insert(named, t);
    if (formTeacher) {
      const teacher = {
        class_id,
        employee_id: formTeacher.employeeId,
        is_lead: true,
        from_date: "2026-09-07",
      };
      await ClassTeacher.insert(teacher, t);
    }
    return class_id;
  });
}

/** Runs waiting jobs one after the other, as a worker would, until none is left. Returns their names. */
export async function work({ until = 20 }: { until?: number } = {}): Promise<string[]> {
  const done: string[] = [];
  for (;;) {
    const waiting = await Promise.all(
      JOB_HANDLERS.filter(({ job }) => job.name.startsWith("turn.")).map(async (handler) => ({
        handler,
        left: await handler.unfinished(),
      })),
    );
    const next = waiting.find(({ left }) => left.length > 0);
    if (!next || done.length >= until) return done;
    done.push(next.handler.job.name);
    await next.handler.work(next.left[0]);
  }
}

/** Returns the latest rehearsal. */
export async function rehearsed(who: SignedIn, dates = NEXT_DATES): Promise<RolloverRow> {
  const result = await startRehearsal(who.person, dates);
  if (result.kind !== "rehearsing") throw new Error(`not rehearsed: ${JSON.stringify(result)}`);
  await work();
  return rollover(result.rolloverId);
}

/** Rehearses, starts and completes a rollover. */
export async function completeRollover(who: SignedIn, dates = NEXT_DATES): Promise<RolloverRow> {
  const { rollover_id: rolloverId, state } = await rehearsed(who, dates);
  const started = await startRollover(who.person, { rolloverId });
  if (started.kind !== "started") throw new Error(`${state} and ${started.kind}`);
  await work();
  return rollover(rolloverId);
}

export async function rollover(rolloverId: number): Promise<RolloverRow> {
  const found = await findRollover({ rolloverId }, noTransaction);
  if (!found) throw new Error("there is no such rollover");
  return found;
}

export type ExpectedOutcome = {
  what: RolloverOutcomeKind;
  why: RolloverOutcomeReason;
  next: string | null;
  assumed: boolean;
};

export async function outcomeOf(
  { rollover_id }: RolloverRow,
  student: Student,
): Promise<ExpectedOutcome | null> {
  return queryRow<ExpectedOutcome>(
    `select f.what, f.why, n.label as next, f.assumed
       from rollover_fates f
       left join classes n on n.class_id = f.next_class_id
      where f.rollover_id = $1 and f.student_key = $2
      order by f.student_key`,
    [rollover_id, student.id],
    noTransaction,
  );
}

/** Returns the label of a student's class in a term; null for no class, undefined without a registration. */
export async function classIn(termId: number, student: Student): Promise<string | null | undefined> {
  const found = await queryRow<{ label: string | null }>(
    `select c.label
       from registrations r
       left join classes c using (class_id)
      where r.student_key = $1 and r.academic_term_id = $2
      order by c.label`,
    [student.id, termId],
    noTransaction,
  );
  return found ? found.label : undefined;
}

/** The tables that the rollover writes, or reads for writing. */
const CONCERNED = [
  "academic_years",
  "academic_terms",
  "schools",
  "students",
  "registrations",
  "term_records",
  "classes",
  "class_teachers",
  "lessons",
  "dean_assignments",
  "student_subject_assignments",
  "turn_decisions",
  "promotions",
  "marks",
  "criterion_grades",
  "postings",
] as const;

/** Hashes every table of the rollover, without versions, times and generated ids. */
export async function fingerprintOfSchool(): Promise<Record<string, string>> {
  const without = "'version', 'updated_at', 'registration_id', 'term_record_id', 'rollover_id'";
  const parts = CONCERNED.map(
    (table) =>
      `(select md5(coalesce(string_agg(x, ',' order by x), '')) from
         (select (to_jsonb(r) - array[${without}])::text as x from ${table} r) z) as ${table}`,
  );
  const [found] = await queryRows<Record<string, string>>(
    `select ${parts.join(", ")} order by schools`,
    [],
    noTransaction,
  );
  return found ?? {};
}

export async function stepStates(rolloverId: number): Promise<Partial<Record<RolloverStepName, string>>> {
  const steps = await queryRows<{ step: RolloverStepName; state: string }>(
    "select step, state from rollover_steps where rollover_id = $1 order by position",
    [rolloverId],
    noTransaction,
  );
  return Object.fromEntries(steps.map(({ step, state }) => [step, state]));
}

export async function currentTermId(): Promise<number> {
  const found = await queryRow<{ current_term_id: number }>(
    "select current_term_id from schools order by school_id",
    [],
    noTransaction,
  );
  return found?.current_term_id ?? 0;
}

/** Adds a further form class to a level. */
export function createFormClass(formClassId: string, form_level: number, position: number): Promise<unknown> {
  return transaction(TEST, (t) =>
    FormClass.insert({ form_class_id: formClassId, form_level, group_title: formClassId, position }, t),
  );
}
