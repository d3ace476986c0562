import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#db/embedded.ts";
import { closeConnections, noTransaction, transaction, runQuery } from "#db/index.ts";
import { migrate } from "#db/migrate.ts";
import { findRollover, type RolloverRow } from "#db/queries/rollover/rollovers.ts";
import type { RolloverState } from "#domain/rollover/rollover.ts";
import { installQueue } from "#jobs/install.ts";
import { JOB_HANDLERS } from "#jobs/handlers.ts";
import { startWorker } from "#jobs/start-worker.ts";
import { startRehearsal } from "#features/rollover/start-rehearsal.server.ts";
import { startRollover } from "#features/rollover/start-run.server.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";

/** The times of a durable rollover of the year, which this program runs and prints as JSON. */
export type RolloverResult = { rehearsedS: number; closedS: number; peakMb: number };

const students = Number(process.argv[2]);
const OF_A_CLASS = 35;
/** A level has at most one class for each letter, so a larger school has larger classes. */
const MOST_OF_LEVEL = 26;
const LEVELS = 6;
const DATES = {
  term_start: "2026-09-07",
  term_end: "2026-12-11",
  total_sessions: 132,
  next_term_start: "2027-01-04",
};

const FILL = `insert into students (student_id, first_name, last_name, birth_certificate_pin)
              select 'S' || n, 'First' || n, 'Last' || n, 'PIN' || n from generate_series(1, $students::integer) n`;
const REGISTER = `insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
                  select s.id, 202520263, 20252026, c.class_id
                    from (select id, row_number() over (order by id) - 1 as place from students) s
                    join (select class_id, row_number() over (order by class_id) - 1 as place, count(*) over () as classes
                            from classes where academic_year_id = 20252026) c on c.place = s.place % c.classes`;
const RECORD = `insert into term_records (student_key, academic_term_id, total_sessions, promoted_to, signed_by, signed_at, signed_fingerprint)
                select r.student_key, r.academic_term_id, 120,
                       case when f.form_level < ${LEVELS} then (f.form_level + 1) || substr(f.form_class_id, 2) end, 1, now(), 'as signed'
                  from registrations r join classes c using (class_id) join form_classes f using (form_class_id)`;

const dataDir = mkdtempSync(path.join(tmpdir(), "termbook-rollover-"));
const server = await startEmbedded({ dataDir, log: () => undefined });
process.env["DATABASE_URL"] = server.url;
process.env["DATA_DIR"] = dataDir;
process.env["LOG_LEVEL"] = "error";
try {
  await migrate(server.url);
  await installQueue(server.url);
  console.log(JSON.stringify(await measured()));
} finally {
  await closeConnections();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);

async function measured(): Promise<RolloverResult> {
  const { person } = await filledSchool();
  const worker = await startWorker(JOB_HANDLERS.filter(({ job }) => job.name.startsWith("turn.")));
  const began = performance.now();
  const result = await startRehearsal(person, DATES);
  if (result.kind !== "rehearsing") throw new Error(result.kind);
  await reached(result.rolloverId, "ready");
  const rehearsedS = (performance.now() - began) / 1000;
  await startRollover(person, result);
  const { started_at, ended_at } = await reached(result.rolloverId, "done");
  await worker.stop(1_000);
  const closedS = (Number(ended_at) - Number(started_at)) / 1000;
  return { rehearsedS, closedS, peakMb: peakKb() / 1024 };
}

async function reached(rolloverId: number, input: RolloverState): Promise<RolloverRow> {
  for (;;) {
    const found = await findRollover({ rolloverId }, noTransaction);
    if (found?.state === input) return found;
    if (found && !["rehearsing", "running"].includes(found.state)) throw new Error(found.state);
    await sleep(20);
  }
}

function peakKb(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
}

/** Creates as many classes in each level as the students need, and the same classes in the next year. */
async function filledSchool() {
  await createSchool({ flavour: "secondary" });
  const admin = await createAdmin();
  const ofLevel = Math.min(MOST_OF_LEVEL, Math.ceil(students / LEVELS / OF_A_CLASS));
  await transaction(TEST, async (t) => {
    await runQuery("delete from form_classes", [], t);
    await runQuery(
      `insert into form_classes select l || chr(64 + k), l, 'Form ' || l, l * 1000 + k
         from generate_series(1, ${LEVELS}) l, generate_series(1, ${ofLevel}) k`,
      [],
      t,
    );
    await runQuery("insert into academic_years values (20262027)", [], t);
    await runQuery(
      `insert into classes (academic_year_id, form_class_id, label)
       select y, form_class_id, form_class_id from form_classes, unnest(array[20252026, 20262027]) y order by y, position`,
      [],
      t,
    );
    await runQuery(FILL, { students }, t);
  });
  for (const sql of [REGISTER, RECORD]) await transaction(TEST, (t) => runQuery(sql, [], t));
  await transaction(TEST, (t) => runQuery("analyze", [], t));
  return admin;
}
