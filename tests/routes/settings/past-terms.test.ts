import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/settings/past-terms.tsx";
import { loader as entryWindows } from "../../../app/routes/settings/entry-windows.tsx";
import { loader as lateBoard } from "../../../app/routes/late-board.tsx";
import { loader as markSheets } from "../../../app/routes/mark-sheet/start.tsx";
import { loader as reports } from "../../../app/routes/term-reports/start.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { addDays, formatDate } from "#domain/dates.ts";
import type { PastTermsView } from "#features/settings/entry-windows/past-terms.server.ts";
import { today } from "#runtime/clock.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  callRoute,
  getRequest,
  postForm,
  readFormErrors,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();
const clerk = await createClerk();
const formTeacher = await createFormTeacher({ firstName: "Marva", lastName: "James" });
const teacher = await createTeacher({ firstName: "David", lastName: "Seepersad" });
const held = await createClass({ formTeacher });
await createLesson(teacher, held);
const [student] = await createStudents(held, 3);
if (!student) throw new Error("no student");

const PAGE = "/app/settings/past-terms";
const PAST = TERM_IDS[0];
const NOW = today("America/Port_of_Spain");
const OPEN = {
  intent: "open",
  term: String(PAST),
  for: "class",
  id: String(held.classId),
  until: addDays(NOW, 7),
  reason: "Three scripts were added up wrongly.",
};

beforeEach(() => transaction(TEST, (t) => runQuery("delete from entry_corrections", [], t)));

test("administrators open past terms, the principal sees what is open, and nobody else does either", async () => {
  const people: Visitor[] = [admin, principal, clerk, formTeacher, teacher];
  const shown = await Promise.all(people.map((visitor) => callRoute(loader, getRequest(PAGE, visitor))));
  const sent = await Promise.all(people.slice(1).map((visitor) => send(OPEN, visitor)));

  expect(shown.map(({ status }) => status)).toEqual([200, 200, 403, 403, 403]);
  expect(sent.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect((await callRoute(loader, getRequest(PAGE, null))).location).toContain("/");
  expect((shown[1]?.body as PastTermsView).opening).toBeNull();
  expect(await stored()).toEqual([]);
});

test.each<[string, Fields, number, string[]]>([
  [
    "class",
    { id: String(held.classId) },
    3,
    [
      "M. James (form teacher at the time), the teacher who taught these lessons that term, and administrators",
      "Marks, ratings and comments of 3 students",
      "No report is signed.",
      "Stays in 2025-2026, Term 3",
    ],
  ],
  [
    "teacher",
    { id: String(teacher.employeeId) },
    3,
    [
      "Only D. Seepersad",
      "Marks in 1 lesson, 3 students in all",
      "No report is signed.",
      "Stays in 2025-2026, Term 3",
    ],
  ],
  [
    "student",
    { student: student.studentId },
    1,
    [
      "M. James (form teacher at the time), the teacher who taught these lessons that term, and administrators",
      "Marks, ratings and comments of 1 student",
      "No report is signed.",
      "Stays in 2025-2026, Term 3",
    ],
  ],
])(
  "before a term is opened for a %s, the form says who could then do what",
  async (kind, chosen, _, facts) => {
    const query = new URLSearchParams({ term: String(PAST), for: kind, ...chosen }).toString();

    const { opening } = await shown(`?${query}`);

    expect(opening?.facts?.map(({ says }) => says)).toEqual(facts);
  },
);

test.each([
  ["class", held.classId, "M. James (form teacher at the time), and administrators"],
  [
    "teacher",
    teacher.employeeId,
    "Nobody, because D. Seepersad has left the school. Open the term for the class instead.",
  ],
])("the form for a %s says that a teacher has left", async (kind, id, says) => {
  await setEmployed(false);

  const { opening } = await shown(`?term=${PAST}&for=${kind}&id=${id}`);

  await setEmployed(true);
  expect(opening?.facts?.[0]?.says).toBe(says);
});

function setEmployed(isEmployed: boolean) {
  const status = isEmployed ? 1 : 2;
  return transaction(TEST, (t) =>
    runQuery(
      "update employees set employee_status_id = $1 where employee_id = $2",
      [status, teacher.employeeId],
      t,
    ),
  );
}

test("what is opened is listed with who opened it and why, changed, and closed", async () => {
  expect((await send(OPEN)).location).toBe(PAGE);
  const again = await send(OPEN);
  const [open] = (await shown()).open;

  expect([again.status, readFormErrors(again)[""]]).toEqual([
    422,
    expect.stringMatching(/^This term is already open for Std 1 until /),
  ]);
  expect(open).toMatchObject({
    title: expect.stringContaining("2025-2026, Term 1") as string,
    reason: OPEN.reason,
    corrected: "Nothing corrected yet",
    ended: null,
  });
  const change = {
    intent: "change",
    correction: String(open?.id),
    version: String(open?.version),
    until: formatDate(addDays(NOW, 9)),
    reason: "Four scripts.",
  };
  expect((await send(change)).status).toBe(302);
  expect((await send(change)).status).toBe(409);
  expect((await stored())[0]).toMatchObject({ until: addDays(NOW, 9), reason: "Four scripts." });

  expect((await send({ intent: "close", correction: String(open?.id) })).status).toBe(302);
  expect((await send({ intent: "close", correction: String(open?.id) })).status).toBe(404);
  const { open: left, closed } = await shown();
  expect(left).toEqual([]);
  expect(closed).toMatchObject([{ ended: expect.stringContaining("Closed by Admin on ") as string }]);
});

test.each<[Fields, Fields]>([
  [{ reason: "  " }, { reason: "Enter the reason. It appears in the history and on the printed card." }],
  [{ until: addDays(NOW, -1) }, { until: "This day has passed. Enter today or a later day." }],
  [
    { until: addDays(NOW, 93) },
    {
      until: `A past term can be open until ${formatDate(addDays(NOW, 92))}. Enter that day or an earlier day.`,
    },
  ],
  [
    { term: String(TERM_IDS[2]) },
    { "": "Only a past term can be opened for correction. Choose a past term." },
  ],
])("%j is refused", async (typed, errors) => {
  const answer = await send({ ...OPEN, ...typed });

  expect([answer.status, readFormErrors(answer)]).toEqual([422, errors]);
  expect(await stored()).toEqual([]);
});

test("a class, teacher or student of another time is not found", async () => {
  const answers = [
    await send({ ...OPEN, id: "999" }),
    await send({ ...OPEN, for: "teacher", id: String(clerk.employeeId) }),
    await send({ ...OPEN, for: "student", id: "999" }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("a school without a term opens the page, which offers nothing to open", async () => {
  const setTerm = (term: number | null) =>
    transaction(TEST, (t) => runQuery("update schools set current_term_id = $1", [term], t));
  await setTerm(null);

  const answer = await callRoute(loader, getRequest(PAGE, admin));

  await setTerm(TERM_IDS[2]);
  expect(answer).toMatchObject({ status: 200, body: { opening: null, open: [], canOpen: true } });
});

test("every change is in the audit trail", async () => {
  await send(OPEN);
  await send({ intent: "close", correction: String((await shown()).open[0]?.id) });

  const events = await queryRows<{ operation: string; account_id: number }>(
    "select operation, account_id from audit_events where table_name = 'entry_corrections' order by event_id desc limit 2",
    [],
    noTransaction,
  );

  expect(events).toEqual([
    { operation: "update", account_id: admin.accountId },
    { operation: "insert", account_id: admin.accountId },
  ]);
});

test("the boards and lists say what is open to those whom it concerns", async () => {
  await send(OPEN);
  const term = `?term=${PAST}`;

  const [windows, board, sheets, chooser, current] = await Promise.all([
    callRoute(entryWindows, getRequest("/app/settings/entry-windows", admin)),
    callRoute(lateBoard, getRequest("/app/late-board", principal)),
    callRoute(markSheets, getRequest(`/app/mark-sheet${term}`, teacher)),
    callRoute(reports, getRequest(`/app/term-reports${term}`, principal)),
    callRoute(reports, getRequest("/app/term-reports", principal)),
  ]);

  expect(windows.body).toMatchObject({ openCorrections: 1 });
  expect(board.body).toMatchObject({ board: { openCorrections: 1 } });
  const words = expect.stringMatching(/^Open for correction: Std 1 until /) as string;
  expect(sheets.body).toMatchObject({ openCorrections: words });
  expect(chooser.body).toMatchObject({ openCorrections: words });
  expect(current.body).toMatchObject({ openCorrections: null });
});

function send(fields: Fields, visitor: Visitor = admin) {
  return callRoute(action, postForm(PAGE, fields, visitor));
}

async function shown(query = ""): Promise<PastTermsView> {
  return (await callRoute(loader, getRequest(`${PAGE}${query}`, admin))).body as PastTermsView;
}

function stored() {
  return queryRows<{ until: string; reason: string }>(
    "select until::text as until, reason from entry_corrections order by entry_correction_id",
    [],
    noTransaction,
  );
}
