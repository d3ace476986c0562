import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { requestPage, saveUntilAnswered, signedIn, type Visitor } from "./visitor.ts";

/** A mark on a sheet that only this teacher writes, as it was last answered. */
type OwnRow = {
  sheet: string;
  student_key: number;
  mark_id: number;
  version: number;
  mark: number;
  isAnswered: boolean;
};
type Lesson = { user_name: string; lesson_id: number; term_id: number; rows: Omit<OwnRow, "sheet">[] };

export type Taught = {
  /** The ids of saves that were answered. */
  saves: string[];
  sentAgain: number;
  /** The statuses of pages that were only read. */
  pages: number[];
  rows: OwnRow[];
};

/** The pause between marks, about a tenth of a person's. */
const PAUSE_MS = 120;
const PAGE_EVERY = 4;
const MOST_MARK = 10;
/** Some saves after the last fault. */
const AFTERWARDS_MS = 2_000;

export function lessonsOf(databaseUrl: string, count: number): Promise<Lesson[]> {
  return queryDatabase<Lesson>(
    databaseUrl,
    `select min(a.user_name) as user_name, l.lesson_id, s.current_term_id as term_id,
            json_agg(json_build_object('student_key', m.student_key, 'mark_id', m.mark_id, 'version', m.version, 'mark', floor(m.mark)::integer, 'isAnswered', false)
                     order by m.student_key) as rows
       from accounts a
       join lessons l using (employee_id)
      cross join schools s
       join registrations r on r.class_id = l.class_id and r.academic_term_id = s.current_term_id
       join marks m on m.student_key = r.student_key and m.subject_id = l.subject_id
                   and m.academic_term_id = s.current_term_id and m.test_id = 1
      where l.lesson_id = (select min(o.lesson_id) from lessons o
                            where o.class_id = l.class_id and o.subject_id = l.subject_id)
        and not l.by_choice and not a.password_reset and m.mark is not null and m.max_mark >= $1
      group by l.lesson_id, s.current_term_id
      order by l.lesson_id
      limit $2`,
    [MOST_MARK, count],
  );
}

type School = {
  databaseUrl: string;
  origin: string;
  teachers: number;
  /** The figures are printed. */
  isTold: boolean;
};

/** Teachers enter marks while something happens to the servers, and for some saves longer. */
export async function whileTeaching(
  { databaseUrl, origin, teachers, isTold }: School,
  happens: () => Promise<void>,
): Promise<Taught[]> {
  const stop = new AbortController();
  const lessons = await lessonsOf(databaseUrl, teachers);
  const teach = await teachersOf(lessons, origin);
  const teaching = teach(stop.signal);
  try {
    await happens();
    await sleep(AFTERWARDS_MS);
  } finally {
    stop.abort();
  }
  const taught = await teaching;
  expect(taught).toHaveLength(teachers);
  if (isTold) tell(taught);
  return taught;
}

function tell(taught: readonly Taught[]): void {
  const count = (of: (one: Taught) => number) => taught.reduce((sum, one) => sum + of(one), 0);
  const [saves, again] = [count((one) => one.saves.length), count((one) => one.sentAgain)];
  const pages = count((one) => one.pages.length);
  console.info(`${taught.length} teachers: ${saves} saves answered, ${again} sent again, ${pages} pages`);
}

/**
 * Signs in as many teachers as lessons, and returns a function that makes them enter marks until they are told to
 * stop.
 */
async function teachersOf(
  lessons: readonly Lesson[],
  origin: string,
): Promise<(stop: AbortSignal) => Promise<Taught[]>> {
  const visitors = new Map<string, Visitor>();
  for (const { user_name } of lessons)
    if (!visitors.has(user_name)) visitors.set(user_name, await signedIn(origin, user_name));
  const visitorOf = ({ user_name }: Lesson) => visitors.get(user_name) ?? { origin, cookie: "" };
  return (stop) => Promise.all(lessons.map((lesson) => teach(visitorOf(lesson), lesson, stop)));
}

async function teach(visitor: Visitor, lesson: Lesson, stop: AbortSignal): Promise<Taught> {
  const sheet = `/app/mark-sheet/${lesson.lesson_id}/${lesson.term_id}/1`;
  const rows = lesson.rows.map((row) => ({ ...row, sheet }));
  const taught: Taught = { saves: [], sentAgain: 0, pages: [], rows };
  for (let turn = 0; !stop.aborted; turn += 1) {
    const row = rows[turn % rows.length];
    if (row) await mark(visitor, row, taught);
    if (turn % PAGE_EVERY === 0) {
      const page = await requestPage(visitor, sheet);
      taught.pages.push(page.status);
      await page.body?.cancel();
    }
    await sleep(PAUSE_MS);
  }
  return taught;
}

async function mark(visitor: Visitor, row: OwnRow, taught: Taught): Promise<void> {
  const wanted = (row.mark % MOST_MARK) + 1;
  const saveId = `teaching-${row.mark_id}-${row.version}-${taught.saves.length}`;
  const rows = [{ row: String(row.student_key), base: row.version, changes: { mark: wanted } }];
  const { answer, sent } = await saveUntilAnswered(visitor, row.sheet, { saveId, rows });
  const [result] = answer.results;
  if (result?.outcome !== "saved") throw new Error(`a mark was not saved: ${JSON.stringify(answer)}`);
  Object.assign(row, { mark: wanted, version: result.stored.version, isAnswered: true });
  taught.saves.push(saveId);
  taught.sentAgain += sent - 1;
}

/** Checks that every mark that was answered as saved is stored in its latest form, and no save was done twice. */
export async function nothingLost(databaseUrl: string, all: readonly Taught[]): Promise<void> {
  const rows = all.flatMap((taught) => taught.rows.filter(({ isAnswered }) => isAnswered));
  const saves = all.flatMap((taught) => taught.saves);
  const stored = await queryDatabase<{ mark_id: number; mark: number }>(
    databaseUrl,
    "select mark_id::integer, mark::float8 as mark from marks where mark_id = any($1)",
    [rows.map(({ mark_id }) => mark_id)],
  );
  const events = await queryDatabase<{ save_id: string; count: number }>(
    databaseUrl,
    `select save_id, count(*)::integer as count from audit_events
      where save_id = any($1) and table_name = 'marks' group by save_id`,
    [saves],
  );
  const byId = new Map(stored.map(({ mark_id, mark: given }) => [mark_id, given]));
  expect(rows.filter(({ mark_id, mark: given }) => byId.get(mark_id) !== given)).toEqual([]);
  expect(saves.length).toBeGreaterThan(all.length);
  expect(events.filter(({ count }) => count !== 1)).toEqual([]);
  expect(events).toHaveLength(saves.length);
}

export function otherPages(all: readonly Taught[]): number[] {
  return all.flatMap(({ pages }) => pages).filter((status) => status !== 200);
}
