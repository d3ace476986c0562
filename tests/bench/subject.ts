import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startEmbedded } from "#db/embedded.ts";
import { ensureRoles } from "#db/embedded/roles.ts";
import type { DatabaseUrls } from "#db/rights.ts";
import { loadDemoSchool } from "#db/demo/load.ts";
import { PATHS, reportUrl, markSheetUrl, signAllReportsUrl } from "#domain/paths.ts";
import { END_OF_TERM_TEST_ID } from "#domain/terms.ts";
import { migrateDatabase } from "#server/schema.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startChild, type Child } from "./child.ts";
import type { Closing } from "./closing.ts";
import { expectStatus, Wire } from "./measures/wire.ts";

/** A new demo school with its pictures, in a temporary directory. */
export type School = {
  dataDir: string;
  databaseUrl: string;
  ownerUrl: string;
  closeDatabase: () => Promise<void>;
};

/** The measured mark sheet of 35 rows, its teacher, and the term reports of the same class. */
export type Sheet = {
  path: string;
  reportPath: string;
  classPath: string;
  classId: number;
  lessonId: number;
  termId: number;
  accountId: number;
};

/** The built product with this school, and the sessions of the sheet's teacher and of an employee manager. */
export type Subject = School & {
  origin: string;
  web: Child;
  cookie: string;
  clerkCookie: string;
  sheet: Sheet;
};

export type PageKind = "sheet" | "report" | "class" | "employees" | "menu" | "sign-in";

export const PAGE_NAMES: Record<PageKind, string> = {
  sheet: "mark sheet, 35 rows",
  report: "one term report",
  class: "reports of a class of 35",
  employees: "employees, 10 of 500",
  menu: "main menu",
  "sign-in": "sign-in page",
};

/** Returns the address of a page of this kind, and the cookie of a session that may open the page. */
export function pageOf(kind: PageKind, subject: Subject): { path: string; cookie: string } {
  const { sheet, cookie, clerkCookie } = subject;
  if (kind === "employees") return { path: PATHS.employees, cookie: clerkCookie };
  const paths = { sheet: sheet.path, report: sheet.reportPath, class: sheet.classPath, menu: "/app" };
  return kind === "sign-in" ? { path: "/", cookie: "" } : { path: paths[kind], cookie };
}

const TODAY = "2026-06-26";
export const PASSWORD = "termbook-demo-school";
export const TEACHER = "formteacher";
const CLERK = "clerk";
const ROWS = 35;

/** Starts PostgreSQL as a real school has it: a save waits for the disk. */
export async function openSchool(closing: Closing): Promise<School> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "termbook-bench-"));
  closing.add(() => rm(dataDir, { recursive: true, force: true }));
  // If this runs as root, the database runs as another user, who needs access to the directory.
  await chmod(dataDir, 0o711);
  const starting = startEmbedded({ dataDir, durable: true, log: () => {} });
  const filling = starting.then(({ url: superuserUrl }) => fill(superuserUrl, dataDir));
  closing.add(async () => (await starting).stop());
  // An interrupted load must finish before the cleanup, because a later file would create the directory again.
  closing.add(() => filling.catch(() => {}));
  const { url: databaseUrl, migrationUrl: ownerUrl } = await filling;
  const { stop } = await starting;
  return { dataDir, databaseUrl, ownerUrl, closeDatabase: () => stop() };
}

/** Adds employees, up to the number of the largest school. */
const MANY_EMPLOYEES = `
  select set_config('app.actor', 'bench', true);
  with added as (
    insert into employees (first_name, last_name, gender)
    select 'Pat', 'Many' || n, 'F'
      from generate_series((select count(*) + 1 from employees where employee_status_id = 1), 500) n
    returning employee_id, last_name
  )
  insert into accounts (user_name, employee_id, password_hash)
  select 'p.' || lower(last_name), employee_id, '' from added`;

async function fill(superuserUrl: string, dataDir: string): Promise<DatabaseUrls> {
  // The file store reads its settings when it is first used.
  process.env.DATA_DIR = dataDir;
  const { writeStoredFile } = await import("#files/store.server.ts");
  const urls = await ensureRoles(superuserUrl, dataDir);
  await migrateDatabase(urls);
  const school = { flavour: "primary", today: TODAY, storeFile: writeStoredFile } as const;
  await loadDemoSchool({ databaseUrl: urls.migrationUrl, ...school });
  await queryDatabase(superuserUrl, MANY_EMPLOYEES);
  await queryDatabase(superuserUrl, "vacuum analyze");
  return urls;
}

/** Starts what `npm run web` starts: by default one process, so that the processor time of a page can be measured. */
export async function startWeb(school: School, closing: Closing, processes = 1): Promise<Subject> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const web = startChild({
    command: process.execPath,
    args: ["--import", "./app/server/follow-parent.mjs", "app/server/program.mjs", "web"],
    env: {
      NODE_ENV: "production",
      UV_THREADPOOL_SIZE: "8",
      LOG_LEVEL: "warn",
      WEB_CONCURRENCY: String(processes),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: school.databaseUrl,
      DATA_DIR: school.dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
    },
  });
  closing.add(web.stop);
  const origin = `http://127.0.0.1:${port}`;
  await web.until(async () => (await isReady(origin)) && (await countServing(metricsPort)) === processes);
  const [cookie, clerkCookie] = [await signIn(origin, TEACHER), await signIn(origin, CLERK)];
  return { ...school, origin, web, cookie, clerkCookie, sheet: await findSheet(school) };
}

/** Returns the session's cookie. */
export async function signIn(origin: string, userName: string): Promise<string> {
  const wire = new Wire(origin);
  const fields = { intent: "password", userName, password: PASSWORD };
  expectStatus(await wire.post("/?index", fields), 302, "the sign-in");
  wire.close();
  return wire.cookie;
}

async function findSheet({ databaseUrl }: School): Promise<Sheet> {
  const [found] = await queryDatabase<
    Record<"lesson_id" | "class_id" | "student_key" | "term_id" | "account_id", number>
  >(
    databaseUrl,
    `select l.lesson_id, l.class_id, min(r.student_key) as student_key, r.academic_term_id as term_id, a.account_id
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
  const { lesson_id: lessonId, class_id: classId, term_id: termId, account_id: accountId } = found;
  const key = { classId, academicTermId: termId };
  return {
    path: markSheetUrl({
      lessonId,
      academicTermId: termId,
      testId: END_OF_TERM_TEST_ID,
      fortnightlyTestId: null,
    }),
    reportPath: reportUrl({ ...key, studentKey: found.student_key }),
    classPath: signAllReportsUrl(key),
    classId,
    lessonId,
    termId,
    accountId,
  };
}

/** Counts the processes that accept connections. A process that starts late would get none of the open connections. */
async function countServing(metricsPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}`)).text();
  return metrics.match(/^process_resident_memory_bytes\b.* \d+$/gm)?.length ?? 0;
}

/** Tells whether the product serves pages at this address. */
async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}
