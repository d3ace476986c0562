import { hash } from "@node-rs/argon2";
import type pg from "pg";
import type { SchoolFlavour } from "#domain/grades.ts";
import { DEMO_PASSWORD, type DemoUser } from "./people/employees.ts";
import { insertRows, advanceSequences } from "./insert.ts";
import type { DrawnFile } from "./people/documents.ts";
import { drawPictures, NO_PICTURES, type StoreFile } from "./pictures/pictures.ts";
import { generateDemoSchool, type DemoSchool } from "./school.ts";
import { DEMO_STEPS, type DemoAssets } from "./steps.ts";
import { createClient } from "../connections.ts";

type Options = {
  databaseUrl: string;
  flavour: SchoolFlavour;
  /** The day for which the demo is generated, such as `2026-11-20`. It decides which term is the current one. */
  today: string;
  /** Stores pictures, logo and signature under their names in the file store. Without this, the demo has none. */
  storeFile?: StoreFile;
};

/** An advisory lock with an arbitrary number. Processes that start at the same time wait for one another. */
const DEMO_LOCK = 7_210_116;
/** OWASP's minimum settings for argon2id: 19 MiB of memory and two passes. Algorithm 2 is argon2id in the library. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const STORED_AT_ONCE = 8;

/** Fills a migrated database in one transaction. Returns the demo accounts, or null if a school already exists. */
export async function loadDemoSchool(options: Options): Promise<{ accounts: DemoSignIn[] } | null> {
  const client = createClient({ connectionString: options.databaseUrl, application_name: "termbook-demo" });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [DEMO_LOCK]);
    if (await hasSchool(client)) return null;
    const school = generateDemoSchool(options.flavour, options.today);
    await fill(client, school, options.storeFile);
    await client.query("commit");
    return { accounts: introductions(school) };
  } finally {
    // Closing the connection also rolls back an unfinished transaction.
    await client.end();
  }
}

async function hasSchool(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from schools");
  return rowCount !== 0;
}

/** Inserts rows while files are being stored: the first task waits for the database and the second for the disk. */
async function fill(client: pg.Client, school: DemoSchool, storeFile?: StoreFile): Promise<void> {
  const [passwordHash, pictures] = await Promise.all([
    hash(DEMO_PASSWORD, ARGON2ID),
    storeFile ? drawPictures(school.kind, school) : NO_PICTURES,
  ]);
  await Promise.all([
    storeRows(client, school, { passwordHash, pictures }),
    storeFile && storeFiles(pictures.files, storeFile),
  ]);
}

async function storeRows(client: pg.Client, school: DemoSchool, made: DemoAssets): Promise<void> {
  await client.query("select set_config('app.actor', 'demo', true)");
  for (const { table, rows, derived, then } of DEMO_STEPS) {
    await insertRows(client, { table, rows: rows(school, made), derived });
    if (then) await client.query(then(school));
  }
  await advanceSequences(client);
  // Without statistics from `analyze`, PostgreSQL would plan joins as if every table were tiny.
  await client.query("analyze");
}

async function storeFiles(files: readonly DrawnFile[], storeFile: StoreFile): Promise<void> {
  const waiting = files.values();
  const storeRest = async () => {
    for (const { name, content } of waiting) await storeFile(name, content);
  };
  await Promise.all(Array.from({ length: STORED_AT_ONCE }, storeRest));
}

/** An account to sign in with, and a description of its role. */
export type DemoSignIn = { userName: string; password: string; what: string };

function introductions(school: DemoSchool): DemoSignIn[] {
  const told = new Map<string, string>(Object.entries(descriptions(school)));
  return school.accounts.flatMap(({ user_name }) => {
    const what = told.get(user_name);
    return what === undefined ? [] : [{ userName: user_name, password: DEMO_PASSWORD, what }];
  });
}

function descriptions({ classes, calendar }: DemoSchool): Record<DemoUser | "Admin", string> {
  const led = classes.find(
    ({ academic_year_id, teachers }) =>
      academic_year_id === calendar.current.academic_year_id &&
      teachers.formTeacher.post.demo === "formteacher",
  );
  return {
    Admin: "administrator, may do everything",
    principal: "principal, reads every class and signs reports",
    formteacher: `form teacher of ${led?.label}`,
    teacher: "teacher with lessons in several classes",
    dean: `dean of Form ${led?.form_level}`,
    clerk: "school office: people, passwords and settings",
    newteacher: "new teacher, must change the password first",
  };
}
