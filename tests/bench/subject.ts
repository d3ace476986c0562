import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "#db/embedded.ts";
import { loadDemoSchool } from "#db/demo/load.ts";
import { bringUpToDate } from "#server/schema.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startChild, type Child } from "./child.ts";
import type { Closing } from "./closing.ts";
import { expectStatus, Wire } from "./measures/wire.ts";

/** A demo school of its own, with its pictures, in a directory that is thrown away. */
export type School = { dataDir: string; databaseUrl: string; closeDatabase: () => Promise<void> };

/** The mark sheet of 35 rows that is measured, and who enters its marks. */
export type Sheet = { path: string; lessonId: number; termId: number; accountId: number };

/** The built product on that school, and the session of the sheet's teacher. */
export type Subject = School & { origin: string; web: Child; cookie: string; sheet: Sheet };

const TODAY = "2026-06-26";
const PASSWORD = "termbook-demo-school";
const TEACHER = "formteacher";
const ROWS = 35;
const END_OF_TERM = 1;

/** PostgreSQL as a school has it: a save waits for the disk. */
export async function openSchool(closing: Closing): Promise<School> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "termbook-bench-"));
  closing.add(() => rm(dataDir, { recursive: true, force: true }));
  // As root the database runs as another user, who has to get in.
  await chmod(dataDir, 0o711);
  const starting = startEmbedded({ dataDir, durable: true, log: () => {} });
  const filling = starting.then(({ url }) => fill(url, dataDir));
  closing.add(async () => (await starting).stop());
  // Told to stop in the middle, it comes to its end first: a file written later would bring the directory back.
  closing.add(() => filling.catch(() => {}));
  await filling;
  const { url, stop } = await starting;
  return { dataDir, databaseUrl: url, closeDatabase: () => stop() };
}

async function fill(databaseUrl: string, dataDir: string): Promise<void> {
  // Where the file store keeps what it is given: it reads its settings at the first file.
  process.env.DATA_DIR = dataDir;
  const { writeStored } = await import("#files/store.server.ts");
  await bringUpToDate(databaseUrl);
  await loadDemoSchool({ databaseUrl, flavour: "primary", today: TODAY, storeFile: writeStored });
  await answerOf(databaseUrl, "vacuum analyze");
}

/** One web process, as `npm run web` starts it. */
export async function startWeb(school: School, closing: Closing): Promise<Subject> {
  const port = await freePort();
  const web = startChild({
    command: process.execPath,
    args: ["--import", "tsx", "--import", "./app/server/follow-parent.mjs", "app/server/main.ts"],
    env: {
      NODE_ENV: "production",
      UV_THREADPOOL_SIZE: "8",
      LOG_LEVEL: "warn",
      DATABASE_URL: school.databaseUrl,
      DATA_DIR: school.dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
    },
  });
  closing.add(web.stop);
  const origin = `http://127.0.0.1:${port}`;
  await web.until(() => isReady(origin));
  return { ...school, origin, web, cookie: await signIn(origin), sheet: await findSheet(school) };
}

/** @returns the session's cookie */
async function signIn(origin: string): Promise<string> {
  const wire = new Wire(origin);
  const fields = { intent: "password", userName: TEACHER, password: PASSWORD };
  expectStatus(await wire.post("/?index", fields), 302, "the sign-in");
  wire.close();
  return wire.cookie;
}

async function findSheet({ databaseUrl }: School): Promise<Sheet> {
  const [found] = await answerOf<{ lesson_id: number; term_id: number; account_id: number }>(
    databaseUrl,
    `select l.lesson_id, r.academic_term_id as term_id, a.account_id
       from lessons l
       join accounts a using (employee_id)
      cross join schools s
       join registrations r on r.class_id = l.class_id and r.academic_term_id = s.current_term_id
      where a.user_name = $1 and not l.by_choice
      group by l.lesson_id, r.academic_term_id, a.account_id
     having count(*) = $2
      order by l.lesson_id
      limit 1`,
    [TEACHER, ROWS],
  );
  if (!found) throw new Error(`the demo school has no class of ${ROWS} for ${TEACHER}`);
  const { lesson_id: lessonId, term_id: termId, account_id: accountId } = found;
  return { path: `/app/mark-sheet/${lessonId}/${termId}/${END_OF_TERM}`, lessonId, termId, accountId };
}

async function answerOf<Row extends object>(
  databaseUrl: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Whether the product answers pages at this address. */
async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}
