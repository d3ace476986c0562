import pg from "pg";
import { expect, test } from "vitest";
import { loader } from "../../../app/routes/overview/overview.tsx";
import { loader as namesLoader } from "../../../app/routes/overview/names.tsx";
import { transaction } from "#db/index.ts";
import { StudentFamily } from "#db/models/student-records.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import { createFormTeacher, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { assignDean, createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, type Visitor } from "#tests/support/request.ts";

/** The overview reads what it shows: no other class, no family beyond the list, and no more statements in a large class. */

type Statement = { text: string; rows: Record<string, unknown>[] };
const statements: Statement[] = [];
recordStatements();

const DAY = "2026-06-26";
const ABSENT = 25;
const PAGE = 20;

await freshDatabase();
await createSchool({ flavour: "secondary" });
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const dean = await createFormTeacher();
const teacher = await createTeacher();
const first = await createClass({ formClassId: "1A", formTeacher });
const third = await createClass({ formClassId: "3A" });
await assignDean(third, dean);
for (const held of [first, third]) {
  const lesson = await createLesson(teacher, held);
  const people = Array.from({ length: ABSENT + 5 }, (_, index) => ({ lastName: `Student ${index}` }));
  const students = await createStudents(held, people);
  const entries = students.map((student, index) => [student, index < ABSENT ? "A" : "P"] as const);
  await markRegister(held, entries, { day: DAY, by: formTeacher });
  for (const [index, student] of students.entries()) await createMark(student, lesson, { mark: 30 + index });
  await transaction(TEST, async (t) => {
    for (const { id } of students)
      await StudentFamily.insert(
        { student_key: id, relationship: 2, name: "Mona", phone_home: "5550183" },
        t,
      );
  });
}

test("a list reads only the families that its page shows", async () => {
  const [one, two, past] = [await readNames(""), await readNames("&page=3"), await readNames("&page=9")];

  const onLastPage = 2 * ABSENT - 2 * PAGE;
  expect([one, two, past].map(countFamilies)).toEqual([PAGE, onLastPage, onLastPage]);
});

test("a form teacher's overview reads no other class, and a dean's no other level", async () => {
  // The first reading counts the classes of the whole school.
  await read(principal);

  const [own, level, narrowed] = [
    await read(formTeacher),
    await read(dean),
    await read(principal, `&level=3`),
  ];

  expect(classesIn(own)).toEqual([first.classId]);
  expect(classesIn(level)).toEqual([third.classId]);
  expect(countFamilies(level)).toBe(0);
  expect(classesIn(narrowed.filter(({ text }) => /join sheet_counts n|date_posted/.test(text)))).toEqual([
    third.classId,
  ]);
});

test("a page that was read before needs few statements, and marks only after a change", async () => {
  await read(principal);

  const again = await read(principal);

  expect(again.length).toBeLessThanOrEqual(30);
  expect(again.filter(({ text }) => /from marks|join marks/.test(text))).toEqual([]);
});

function readNames(query: string): Promise<Statement[]> {
  const request = getRequest(`/app/overview/absent?date=${DAY}${query}`, principal);
  return recorded(() => callRoute(namesLoader, request, { list: "absent" }));
}

function read(visitor: Visitor, query = ""): Promise<Statement[]> {
  return recorded(() => callRoute(loader, getRequest(`/app/overview?date=${DAY}${query}`, visitor)));
}

async function recorded(act: () => Promise<{ status: number }>): Promise<Statement[]> {
  statements.length = 0;
  expect((await act()).status).toBe(200);
  return [...statements];
}

function countFamilies(read: readonly Statement[]): number {
  return read.flatMap(({ rows }) => rows).filter(({ contact }) => contact != null).length;
}

function classesIn(read: readonly Statement[]): unknown[] {
  return [...new Set(read.flatMap(({ rows }) => rows.flatMap(({ class_id }) => class_id ?? [])))];
}

/** Records each statement that the driver sends, with its rows. */
function recordStatements(): void {
  const client = pg.Client.prototype as unknown as { query: (...input: unknown[]) => unknown };
  const send = client.query;
  client.query = function record(this: unknown, config: unknown, ...others: unknown[]) {
    const done = others.at(-1);
    if (typeof done !== "function") return send.call(this, config, ...others);
    const text = typeof config === "string" ? config : String((config as { text?: string }).text);
    const tell = (error: unknown, result: { rows?: Record<string, unknown>[] } | undefined) => {
      statements.push({ text, rows: result?.rows ?? [] });
      (done as (error: unknown, result: unknown) => void)(error, result);
    };
    return send.call(this, config, ...others.slice(0, -1), tell);
  };
}
