import { hash } from "@node-rs/argon2";
import type pg from "pg";
import type { Flavour } from "#domain/grades.ts";
import { DEMO_PASSWORD, type DemoUser } from "./people/employees.ts";
import { insertRows, moveSequences } from "./insert.ts";
import type { DrawnFile } from "./people/documents.ts";
import { drawPictures, NO_PICTURES, type StoreFile } from "./pictures/pictures.ts";
import { demoSchool, type DemoSchool } from "./school.ts";
import { STEPS, type DemoAssets } from "./steps.ts";
import { newClient } from "../connections.ts";

type Options = {
  databaseUrl: string;
  flavour: Flavour;
  /** The day of the demo, such as `2026-11-20`: the term that includes it is the current one. */
  today: string;
  /** Stores pictures, logo and signature under their names, like the file store; without this there are none. */
  storeFile?: StoreFile;
};

/** Processes that start at the same time wait for one another: an arbitrary number that only the demo uses. */
const DEMO_LOCK = 7_210_116;
/** OWASP's minimum for argon2id, which is number 2 in the library's list: 19 MiB. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const STORED_AT_ONCE = 8;

/** Fills a migrated database in one transaction. Returns how to sign in, or null when it has a school already. */
export async function loadDemoSchool(options: Options): Promise<{ accounts: Introduction[] } | null> {
  const client = newClient({ connectionString: options.databaseUrl, application_name: "termbook-demo" });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [DEMO_LOCK]);
    if (await hasSchool(client)) return null;
    const school = demoSchool(options.flavour, options.today);
    await fill(client, school, options.storeFile);
    await client.query("commit");
    return { accounts: introductions(school) };
  } finally {
    // Ending the connection rolls back an uncommitted transaction.
    await client.end();
  }
}

async function hasSchool(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from schools");
  return rowCount !== 0;
}

/** Files are stored while rows are: one waits for the disk, the other for the database. */
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
  for (const { table, rows, derived, then } of STEPS) {
    await insertRows(client, { table, rows: rows(school, made), derived });
    if (then) await client.query(then(school));
  }
  await moveSequences(client);
  // Until the database knows the number of rows, it joins thousands as if they were one.
  await client.query("analyze");
}

async function storeFiles(files: readonly DrawnFile[], storeFile: StoreFile): Promise<void> {
  const waiting = files.values();
  const storeRest = async () => {
    for (const { name, content } of waiting) await storeFile(name, content);
  };
  await Promise.all(Array.from({ length: STORED_AT_ONCE }, storeRest));
}

/** How to sign in to the demo school. */
export type Introduction = { userName: string; password: string; what: string };

function introductions(school: DemoSchool): Introduction[] {
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
