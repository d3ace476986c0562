import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { batchFileUrl } from "#domain/documents/batches.ts";
import { REPORT_CARD_PART_NAMES } from "#domain/documents/card-parts.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { BATCH_MB, BATCH_S, BESIDE_BATCH, JOIN_S } from "../budgets.ts";
import { startChild, type Child } from "../child.ts";
import type { Closing } from "../closing.ts";
import { percentile, type Figure } from "../figures.ts";
import { signIn, type Subject } from "../subject.ts";
import { repeat } from "./server-time.ts";
import { manyStudents } from "./student-list.ts";
import { expectStatus, Wire } from "./wire.ts";

/** The sizes of school in students: `BATCHES=1200` measures one. This part runs late, because it fills the school. */
const SCHOOLS = (process.env["BATCHES"] ?? "400,1200,5000").split(",").map(Number);
/** The size in which the cards are also printed with every option. */
const WITH_OPTIONS = 1_200;
const ADMIN = "Admin";
const IDLE = 200;
const MB = 1024;
const LOOK_AGAIN_MS = 20;
const P95 = 0.95;

type Bench = { subject: Subject; closing: Closing };

/**
 * Measures printing all report cards of a school as a batch, in schools of several sizes, from the start to the last
 * class. The worker is one that only this part uses.
 */
export async function measureBatches({ subject, closing }: Bench): Promise<Figure[]> {
  const wire = new Wire(subject.origin, await signIn(subject.origin, ADMIN));
  const figures = [...(await timed({ subject, closing, wire }, { level: 7 }))];
  for (const students of SCHOOLS) {
    await queryDatabase(subject.ownerUrl, manyStudents(students));
    await queryDatabase(subject.ownerUrl, FILLED);
    await queryDatabase(subject.ownerUrl, "vacuum analyze");
    figures.push(...(await timed({ subject, closing, wire }, { level: null })));
    if (students !== WITH_OPTIONS) continue;
    await queryDatabase(subject.ownerUrl, EVERY_OPTION);
    await queryDatabase(subject.ownerUrl, "vacuum analyze");
    figures.push(...(await timed({ subject, closing, wire }, { level: null, more: " with every option" })));
    await queryDatabase(subject.ownerUrl, USUAL_CARDS);
  }
  wire.close();
  return figures;
}

type Asked = { level: number | null; more?: string };

async function timed(
  { subject, closing, wire }: Bench & { wire: Wire },
  { level, more = "" }: Asked,
): Promise<Figure[]> {
  const sheet = new Wire(subject.origin, subject.cookie);
  const idle = percentile(await repeat(IDLE, sheet, subject.sheet.path), P95);
  const worker = await startWorker(subject, closing);
  const input = withQuery(PATHS.newBatch, { kind: "report-card", term: subject.sheet.termId, level });
  const before = performance.now();
  const beside: number[] = [];
  const first = await made({ subject, wire, worker }, input);
  const batch = await made({ subject, wire, worker }, input, async () => {
    beside.push(...(await repeat(1, sheet, subject.sheet.path)));
  });
  const peak = peakOf(worker);
  await worker.stop();
  sheet.close();
  const joining = performance.now();
  expectStatus(await wire.open(batchFileUrl(batch.batch_id, "pdf")), 200, "the download");
  const joined = (performance.now() - joining) / 1000;
  const cards = `${batch.cards.toLocaleString("en")} report cards${more} as a batch`;
  const isBudgeted = batch.cards >= 1_000 && batch.cards < 2_000;
  console.error(`${cards}: ${((performance.now() - before) / 1000).toFixed(1)} s`);
  return [
    { what: `${cards}, two threads`, measured: batch.seconds, unit: "s", ...(isBudgeted && BATCH_S) },
    { what: "… first of a new worker", measured: first.seconds, unit: "s" },
    { what: "… peak memory of the worker", measured: peak / MB, unit: "MB", ...BATCH_MB },
    { what: "… joined to one PDF, over HTTP", measured: joined, unit: "s", ...(isBudgeted && JOIN_S) },
    {
      what: "… mark sheet's p95 meanwhile, against idle",
      measured: percentile(beside, P95) / idle,
      unit: "x",
      ...BESIDE_BATCH,
    },
  ];
}

type Making = { subject: Subject; wire: Wire; worker: Child };

/** Prints one batch from scratch: none of its documents exist before. */
async function made(
  { subject, wire, worker }: Making,
  input: string,
  meanwhile = async () => {},
): Promise<Last & { seconds: number }> {
  await queryDatabase(
    subject.ownerUrl,
    "select set_config('app.actor', 'bench', true); update made_documents set fingerprint = ''",
  );
  expectStatus(await wire.post(input, {}), 302, "the start of a batch");
  for (;;) {
    await meanwhile();
    await sleep(LOOK_AGAIN_MS);
    const { seconds, ...batch } = await lastBatch(subject);
    if (batch.failures !== "") throw new Error(`${batch.failures}\n${worker.output()}`);
    if (seconds !== null) return { ...batch, seconds };
  }
}

export async function startWorker({ databaseUrl, dataDir }: Subject, closing: Closing): Promise<Child> {
  const worker = startChild({
    command: process.execPath,
    args: ["app/server/program.mjs", "worker"],
    env: { NODE_ENV: "production", LOG_LEVEL: "info", DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  });
  closing.add(worker.stop);
  await worker.until(() => worker.output().includes("the worker is ready"));
  return worker;
}

type Last = { batch_id: number; cards: number; seconds: number | null; failures: string };

async function lastBatch({ databaseUrl }: Subject): Promise<Last> {
  const [batch] = await queryDatabase<Last>(
    databaseUrl,
    `select b.batch_id, sum(i.students)::integer as cards,
            extract(epoch from b.ended_at - b.begun_at)::float8 as seconds, coalesce(string_agg(i.failure, ''), '') as failures
       from batches b
       join batch_items i using (batch_id)
      group by b.batch_id
      order by b.batch_id desc
      limit 1`,
  );
  if (!batch) throw new Error("no batch was begun");
  return batch;
}

function peakOf({ pid }: Child): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN);
}

/** Gives the added students the marks and the term record of a student of the demo school. */
const FILLED = `
  select set_config('app.actor', 'bench', true);
  create temporary table twins as
    select a.id as student_key, b.id as twin, o.current_term_id as term
      from schools o
      join students a on a.student_id like 'MN-%'
      join students b on b.id = 1 + a.id % 390
     where not exists (select 1 from marks m where m.student_key = a.id);
  insert into marks (student_key, academic_term_id, subject_id, test_id, mark, max_mark, attendance, grade, employee_id)
  select w.student_key, m.academic_term_id, m.subject_id, m.test_id, m.mark, m.max_mark, m.attendance, m.grade, m.employee_id
    from twins w
    join marks m on m.student_key = w.twin and m.academic_term_id = w.term and m.fortnightly_test_id is null
  on conflict do nothing;
  insert into term_records (student_key, academic_term_id, total_sessions, sessions_absent, sessions_late, teacher_comment)
  select w.student_key, w.term, d.total_sessions, d.sessions_absent, d.sessions_late, d.teacher_comment
    from twins w
    join term_records d on d.student_key = w.twin and d.academic_term_id = w.term
  on conflict do nothing;
  drop table twins`;

/** The levels' cards with every part, and with course work in the results where the term has any. */
const CARD = JSON.stringify({ parts: REPORT_CARD_PART_NAMES, order: "behaviour" });
const GRADING = JSON.stringify({ ...DEFAULT_GRADING, weights: { level: 40, exceptions: [] } });

/** Switches every option on, and gives each student a remark in each subject, a conduct, and the year's earlier terms. */
const EVERY_OPTION = `
  select set_config('app.actor', 'bench', true);
  insert into report_card_settings (form_level, from_term_id, grading, card)
  select distinct form_level, 0, '${GRADING}'::jsonb, '${CARD}'::jsonb from form_classes;
  create temporary table earlier as
    select a.id as student_key, r.class_id, y.academic_year_id, y.academic_term_id as term, 1 + a.id % 390 as twin
      from schools o
      join academic_terms n on n.academic_term_id = o.current_term_id
      join academic_terms y on y.academic_year_id = n.academic_year_id and y.academic_term_id < n.academic_term_id
      join students a on a.student_id like 'MN-%'
      join registrations r on r.student_key = a.id and r.academic_term_id = n.academic_term_id;
  insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
  select student_key, term, academic_year_id, class_id from earlier
  on conflict do nothing;
  insert into marks (student_key, academic_term_id, subject_id, test_id, mark, max_mark, attendance, grade, employee_id)
  select e.student_key, e.term, m.subject_id, m.test_id, m.mark, m.max_mark, m.attendance, m.grade, m.employee_id
    from earlier e
    join marks m on m.student_key = e.twin and m.academic_term_id = e.term and m.fortnightly_test_id is null
  on conflict do nothing;
  update marks m
     set remark = left('Practise a little every day and ask in good time when a rule is not clear enough.', 40 + m.mark_id::integer % 41)
    from schools o
   where m.academic_term_id = o.current_term_id and m.test_id = 1;
  update term_records d set conduct = 'Very good' from schools o where d.academic_term_id = o.current_term_id;
  drop table earlier`;

const USUAL_CARDS = "select set_config('app.actor', 'bench', true); delete from report_card_settings";
