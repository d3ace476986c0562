import { expect, test } from "vitest";
import { loader as lateBoard } from "../../app/routes/late-board.tsx";
import { loader } from "../../app/routes/readiness-board.tsx";
import { loader as settings } from "../../app/routes/settings/settings.tsx";
import { runQuery, transaction } from "#db/index.ts";
import type {
  ReadinessGroup,
  ReadinessItem,
  ReadinessBoardView,
} from "#features/settings/readiness-board/readiness.ts";
import { startRollover } from "#features/rollover/start-run.server.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, type Visitor } from "#tests/support/request.ts";
import { settingLine } from "./settings/setting-line.ts";
import { createNextClass, rehearsed } from "../features/rollover/rollover-scenario.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const [first, last] = [
  await createClass({ formClassId: "1A", formTeacher }),
  await createClass({ formClassId: "6A", formTeacher: await createFormTeacher() }),
];
const spanish = await createLesson(formTeacher, first, { subject: "Spanish" });
const [ann, bo, cy] = await createStudents(first, 3);
await createStudents(last, 1);
if (!ann || !bo || !cy) throw new Error("three in 1A");
await createMark(ann, spanish, { mark: 60 });

const BOARD = "/app/readiness-board";

test("the board is of who holds 8: nobody else, signed in or not", async () => {
  const principal = await createTeacher({ permissions: [1, 2, 3, 10] });
  const keeper = await createTeacher({ permissions: [9] });

  const answers = await Promise.all(
    [clerk, admin, formTeacher, principal, keeper, null].map((visitor) =>
      callRoute(loader, getRequest(BOARD, visitor)),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 403, 302]);
});

test("without next year's classes the year cannot turn; what was made is missing no more", async () => {
  const before = await board();
  const toldBefore = await stopsInSettings();
  await createNextClass("2A");
  const made = await board();
  const toldMade = await stopsInSettings();

  expect(before).toMatchObject({
    to: "2026-2027, Term 1",
    now: "Term 3 ended Fri 3 Jul",
    rehearse: { words: "Rehearse the new term", to: "/app/settings/current-term?do=advance" },
  });
  expect(named(before, "stops")).toEqual(["Dates", "Classes"]);
  expect(item(before, "Decisions")).toMatchObject({ figure: { missing: 3, of: 3 } });
  expect(named(made, "stops")).toEqual(["Dates"]);
  expect([toldBefore, toldMade]).toEqual([
    "2 things must be done before the new term",
    "1 thing must be done before the new term",
  ]);
  expect(item(made, "Classes")).toMatchObject({ figure: { missing: 2, of: 2 } });
  expect(item(made, "Form teachers")).toMatchObject({
    places: [{ words: "2A" }],
    figure: { missing: 1, of: 1 },
  });
});

test("it counts as the late board does", async () => {
  const { body } = await callRoute(lateBoard, getRequest("/app/late-board", admin));
  const { marks, complete } = (body as { board: { school: Record<string, { done: number; total: number }> } })
    .board.school;
  const shown = await board();

  expect(marks).toEqual({ done: 1, total: 6 });
  expect(item(shown, "Marks")?.figure).toEqual({ missing: 5, of: 6 });
  expect(item(shown, "Reports")?.figure).toEqual({ missing: 4 - (complete?.done ?? 0), of: complete?.total });
  expect(item(shown, "Marks")?.places).toEqual([
    { words: "1A Spanish 5", to: `/app/mark-sheet/${spanish.lessonId}/${TERM_IDS[2]}/2` },
  ]);
});

test("it foresees what a rehearsal finds, and who rehearsed gave the dates", async () => {
  await decided(bo, { promoted_to: "4A" });
  await decided(cy, { repeating: "1A" });
  const before = await board();
  const told = await stopsInSettings();
  const { rollover_id: id, nowhere, assumed } = await rehearsed(admin);
  const after = await board();

  expect([nowhere, assumed]).toEqual([2, 1]);
  expect(told).toBe("3 things must be done before the new term");
  expect(before.groups.stops.slice(1)).toMatchObject([
    {
      why: "These students have no class in 2026-2027 yet.",
      places: [{ words: "1A 1" }],
      figure: { missing: 1, of: 3 },
    },
    {
      why: "4A does not exist in 2026-2027.",
      places: [{ to: `/app/students/${bo.id}` }],
      figure: { missing: 1, of: 3 },
    },
  ]);
  expect(item(before, "Decisions")).toMatchObject({
    places: [{ words: "1A 1" }],
    figure: { missing: assumed, of: 3 },
  });
  expect(item(after, "Decisions")?.mend?.to).toBe(`/app/settings/turn/${id}?assumed=1`);
  expect(after.rehearse).toEqual({ words: "See the rehearsal", to: `/app/settings/turn/${id}` });
  expect(item(after, "Dates")).toMatchObject({ why: "7 Sep to 11 Dec 2026, 132 sessions" });
  expect(named(after, "ready")).toContain("Dates");
});

test("the office is led where it may go, and settings say in a line how it stands", async () => {
  const { groups } = await board(clerk);
  const { body } = await callRoute(settings, getRequest("/app/settings", clerk));

  const places = Object.values(groups).flatMap((items) =>
    items.flatMap((each) => [...each.places, each.mend]),
  );
  const led = places
    .flatMap((place) => place?.to ?? [])
    .filter((to) => !/^\/app\/(settings|employees|students)/.test(to));
  expect(led).toEqual([]);
  expect(settingLine(body, "Readiness Board")).toMatchObject({
    now: "2 things must be done before the new term",
    next: "2026-2027, Term 1",
    stops: true,
  });
});

test("within the year nobody is asked about the next one", async () => {
  await setTerm(TERM_IDS[1]);
  const shown = await board();
  await setTerm(TERM_IDS[2]);

  expect(shown.to).toBe("2025-2026, Term 3");
  expect(named(shown, "stops")).toEqual([]);
  expect([...named(shown, "better"), ...named(shown, "ready")]).toEqual([
    "Marks",
    "Reports",
    "Signatures",
    "Posting",
    "Dates",
    "Form teachers",
  ]);
});

test("a school without a term has nothing to turn", async () => {
  await setTerm(null);
  const { body } = await callRoute(loader, getRequest(BOARD, admin));
  await setTerm(TERM_IDS[2]);

  expect(body).toEqual({ board: null });
});

test("while the term is turned the way leads to where it is watched", async () => {
  await decided(bo, { promoted_to: "2A" });
  await decided(cy, { promoted_to: "2A" });
  const { rollover_id: rolloverId } = await rehearsed(admin);
  await startRollover(admin.person, { rolloverId });

  const { rehearse } = await board();

  expect(rehearse).toEqual({ words: "Watch progress", to: `/app/settings/turn/${rolloverId}` });
});

async function board(visitor: Visitor = admin): Promise<ReadinessBoardView> {
  return ((await callRoute(loader, getRequest(BOARD, visitor))).body as { board: ReadinessBoardView }).board;
}

async function stopsInSettings(): Promise<string> {
  const { body } = await callRoute(settings, getRequest("/app/settings", admin));
  return settingLine(body, "Readiness Board")?.now ?? "";
}

function item({ groups }: ReadinessBoardView, name: string): ReadinessItem | undefined {
  return Object.values(groups)
    .flat()
    .find((each) => each.name === name);
}

function named({ groups }: ReadinessBoardView, group: ReadinessGroup): string[] {
  return groups[group].map(({ name }) => name);
}

function decided({ id }: Student, { promoted_to = null, repeating = null }: Decision): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `update term_records d
          set promoted_to = $2, repeating = $3, signed_by = $4, signed_at = now(), signed_fingerprint = report_fingerprint(d)
        where student_key = $1 and academic_term_id = $5`,
      [id, promoted_to, repeating, admin.accountId, TERM_IDS[2]],
      t,
    ),
  );
}

type Decision = { promoted_to?: string | null; repeating?: string | null };

function setTerm(termId: number | null): Promise<void> {
  return transaction(TEST, (t) => runQuery("update schools set current_term_id = $1", [termId], t));
}
