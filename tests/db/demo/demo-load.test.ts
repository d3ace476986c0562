import { verify } from "@node-rs/argon2";
import sharp from "sharp";
import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { emptyDatabase, loaded, PATIENCE_MS, TODAY } from "./demo-databases.ts";

const primaryUrl = await freshDatabase();
const primary = await loaded("primary", primaryUrl);
const secondaryUrl = await emptyDatabase();
const secondary = await loaded("secondary", secondaryUrl);
const SCHOOLS = [
  ["primary", primary],
  ["secondary", secondary],
] as const;

const EMPTY_IN_BOTH = {
  absence_calls: "nobody has called a family yet",
  access_tokens: "nobody has made one yet",
  backups: "no night has passed yet",
  batch_items: "nobody has begun a print run yet",
  batches: "nobody has begun a print run yet",
  class_moves: "nobody has changed class within the term",
  different_students: "nobody has compared two records yet",
  entry_corrections: "no past term has been opened again",
  entry_extensions: "every class enters for as long as the school does",
  entry_windows: "marks are entered for the whole of the term",
  error_events: "nothing has failed yet",
  family_copies: "nobody has copied a family yet",
  import_images: "nobody has imported a file yet",
  import_matches: "nobody has imported a file yet",
  import_readings: "nobody has imported a file yet",
  import_rows: "nobody has imported a file yet",
  imports: "nobody has imported a file yet",
  login_attempts: "nobody has signed in yet",
  made_documents: "nobody has begun a print run yet",
  merged_rows: "nobody has compared two records yet",
  opened_days: "no weekend was a school day",
  picture_upload_files: "nobody has sent pictures yet",
  picture_uploads: "nobody has sent pictures yet",
  default_outcomes: "the school sets them before its first rollover",
  promotions: "the term has not been turned yet",
  record_reads: "nobody has signed in yet",
  record_views: "nobody has signed in yet",
  report_card_settings: "every level has the usual scale",
  report_counts: "nobody has opened a board yet",
  rollover_fates: "the term has not been turned yet",
  rollover_steps: "the term has not been turned yet",
  security_events: "nobody has signed in yet",
  sessions: "nobody has signed in yet",
  sheet_counts: "nobody has opened a board yet",
  student_merges: "nobody has compared two records yet",
  student_selections: "nobody has signed in yet",
  term_rollovers: "the term has not been turned yet",
  turn_decisions: "the term has not been turned yet",
  undoable_changes: "nobody has changed anything yet",
  unrelated_students: "nobody has compared two families yet",
};

/** Tables that a demo school leaves empty, with the reason. */
const EMPTY: Record<SchoolFlavour, Record<string, string>> = {
  primary: {
    ...EMPTY_IN_BOTH,
    archive_registrations: "a secondary school has an archive of marks",
    dean_assignments: "a secondary school has deans",
  },
  secondary: {
    ...EMPTY_IN_BOTH,
    assessment_criteria: "infants are assessed by criteria",
    criterion_grades: "infants are assessed by criteria",
  },
};

/** Columns that differ each time: times and passwords. */
const FLEETING = ["updated_at", "created_at", "password_hash", "password_changed_at", "run_at"];

test.each(SCHOOLS)("the %s school fills every table that it has a use for", async (flavour, { url }) => {
  const tables = await queryDatabase<{ name: string; rows: number }>(url, COUNTS);

  const empty = tables.filter(({ rows }) => rows === 0).map(({ name }) => name);

  expect(empty).toEqual(Object.keys(EMPTY[flavour]).toSorted());
});

test("loading twice makes the same school and the same pictures", { timeout: PATIENCE_MS }, async () => {
  const again = await loaded("primary", await emptyDatabase());

  const [first, second] = await Promise.all([primary, again].map(({ url }) => checksums(url)));

  expect(second).toEqual(first);
  expect([...again.files.keys()]).toEqual([...primary.files.keys()]);
});

test.each(SCHOOLS)(
  "the accounts of the %s school are there, with their permissions",
  async (flavour, { url, accounts }) => {
    const stored = await queryDatabase(
      url,
      `select user_name, password_reset, employee_id is not null as is_employee,
            array(select user_permission_id::integer from account_permissions p where p.account_id = a.account_id
                   order by 1) as permissions
       from accounts a where user_name !~ '[.]' order by user_name collate "C"`,
    );

    const dean = { user_name: "dean", password_reset: false, is_employee: true, permissions: [2, 3] };
    expect(stored).toEqual([
      {
        user_name: "Admin",
        password_reset: false,
        is_employee: false,
        permissions: [1, 2, 3, 4, 6, 7, 8, 9, 10],
      },
      { user_name: "clerk", password_reset: false, is_employee: true, permissions: [3, 4, 6, 7, 8] },
      ...(flavour === "secondary" ? [dean] : []),
      { user_name: "formteacher", password_reset: false, is_employee: true, permissions: [1, 2, 3] },
      { user_name: "newteacher", password_reset: true, is_employee: true, permissions: [1] },
      { user_name: "principal", password_reset: false, is_employee: true, permissions: [1, 2, 3, 10] },
      { user_name: "teacher", password_reset: false, is_employee: true, permissions: [1, 3] },
    ]);
    expect(accounts.map(({ userName }) => userName).toSorted()).toEqual(
      stored.map(({ user_name }) => user_name),
    );
  },
);

test("one colleague has a one-time password that is still good; the new teacher's is good for ever", async () => {
  const waiting = await queryDatabase<{ good: boolean | null }>(
    primaryUrl,
    "select one_time_until > now() as good from accounts where password_reset order by user_name = 'newteacher'",
  );

  expect(waiting).toEqual([{ good: true }, { good: null }]);
});

test("the password that is told opens every account, and every active employee has one", async () => {
  const accounts = await queryDatabase<{ password_hash: string }>(
    primaryUrl,
    "select distinct password_hash from accounts",
  );
  const [without] = await queryDatabase(
    primaryUrl,
    `select count(*)::integer as employees from employees e
      where employee_status_id = 1 and not exists (select from accounts a where a.employee_id = e.employee_id)`,
  );

  const told = new Set(primary.accounts.map(({ password }) => password));
  const matches = await Promise.all(
    accounts.map(({ password_hash }) => verify(password_hash, [...told].join())),
  );

  expect(told).toEqual(new Set(["termbook-demo-school"]));
  expect(matches).toEqual(accounts.map(() => true));
  expect(without).toEqual({ employees: 0 });
});

test.each(SCHOOLS)("the %s school is recorded as the demo's doing", async (_, { url }) => {
  const actors = await queryDatabase(url, "select distinct actor from audit_events");

  expect(actors).toEqual([{ actor: "demo" }]);
});

test.each(SCHOOLS)("the registers of the %s school say what its term records say", async (_, { url }) => {
  const differing = await queryDatabase(
    url,
    `select d.student_key, d.academic_term_id
       from term_records d
       join academic_terms y using (academic_term_id)
      cross join lateral (
        select count(*) as total, count(*) filter (where e.state = 'A') as absent,
               count(*) filter (where e.state = 'L') as late
          from attendance_entries e
         where e.student_key = d.student_key and e.day between y.term_start and y.term_end and e.day < $1) n
      where d.sessions_absent is not null
        and ((n.absent, n.late) is distinct from (d.sessions_absent, d.sessions_late)
             or (d.sessions_taken_at is not null and n.total is distinct from d.total_sessions))`,
    [TODAY],
  );

  expect(differing).toEqual([]);
});

test.each(SCHOOLS)(
  "the %s school has every register up to yesterday, and most of today",
  async (_, { url }) => {
    const days = await queryDatabase<{ day: string; marked: number; classes: number }>(
      url,
      `select d.day::text as day, count(g.class_id)::integer as marked, count(distinct c.class_id)::integer as classes
       from academic_terms y
       join classes c using (academic_year_id)
      cross join lateral generate_series(y.term_start, least(y.term_end, $1::date), interval '1 day') d (day)
       left join attendance_registers g on g.class_id = c.class_id and g.day = d.day
      where extract(isodow from d.day) < 6
        and not exists (select from school_holidays h where d.day between h.from_date and h.to_date)
      group by d.day
      order by d.day`,
      [TODAY],
    );

    const today = days.pop();
    expect(days.length).toBeGreaterThan(150);
    expect(days.filter(({ marked, classes }) => marked !== 2 * classes)).toEqual([]);
    expect(today?.marked).toBeGreaterThan((today?.classes ?? 0) / 2);
    expect(today?.marked).toBeLessThan(today?.classes ?? 0);
  },
);

test("whoever is added next gets a number of their own", async () => {
  const adding = queryDatabase(
    primaryUrl,
    "insert into employees (first_name, last_name) values ('Anya', 'Peña') returning employee_id",
  );

  await expect(adding).resolves.toHaveLength(1);
});

test.each(SCHOOLS)("the files of the %s school are the ones its rows name", async (_, { url, files }) => {
  const named = await queryDatabase<{ file_name: string; bytes: number; sha256: string }>(
    url,
    "select file_name, bytes, encode(sha256, 'hex') as sha256 from files order by file_name",
  );
  const [lost] = await queryDatabase(
    url,
    `select count(*)::integer as pictures from students s
      where picture is not null and not exists
            (select from files f where f.file_name = replace(s.picture, '.jpg', '-small.webp'))`,
  );

  expect(named.map(({ file_name }) => file_name)).toEqual([...files.keys()].toSorted());
  expect(named.every(({ file_name, bytes }) => files.get(file_name)?.length === bytes)).toBe(true);
  expect(lost).toEqual({ pictures: 0 });
});

test.each([
  ["picture", { format: "jpeg", width: 300, height: 380 }],
  ["picture-small", { format: "webp", width: 112, height: 112 }],
  ["logo", { format: "jpeg", width: 400, height: 400 }],
  ["signature", { format: "jpeg", width: 850, height: 260 }],
])("a %s is what the documents expect, and opaque", async (kind, expected) => {
  const [file] = await queryDatabase<{ file_name: string }>(
    primaryUrl,
    `select file_name from files where kind = '${kind}'`,
  );

  const metadata = await sharp(primary.files.get(file?.file_name ?? "")).metadata();

  expect(metadata).toMatchObject({ ...expected, hasAlpha: false });
});

const COUNTS = `
  select table_name as name,
         (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', table_name), false, true, '')))[1]::text::integer as rows
    from information_schema.tables
   where table_schema = 'public' and table_type = 'BASE TABLE'
   order by table_name`;

/**
 * Calculates a checksum of each table, independent of the order of its rows. The audit trail is left out, because it
 * repeats the tables with times.
 */
async function checksums(url: string): Promise<Record<string, string>> {
  const tables = await queryDatabase<{ name: string }>(url, COUNTS);
  const sums: Record<string, string> = {};
  for (const { name } of tables.filter((table) => table.name !== "audit_events")) {
    const [sum] = await queryDatabase<{ sum: string }>(
      url,
      `select md5(string_agg(line, '|' order by line)) as sum
         from (select (to_jsonb(t) - '{${FLEETING.join()}}'::text[])::text as line from ${name} t) as lines`,
    );
    sums[name] = String(sum?.sum);
  }
  return sums;
}
