import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { noTransaction } from "#db/index.ts";
import { listSecurityEvents } from "#db/queries/accounts/security-events.ts";
import { findLatestRollover } from "#db/queries/rollover/rollovers.ts";
import { saveOutcomeDecisions } from "#features/rollover/outcomes/decisions.server.ts";
import { undoRollover } from "#features/rollover/start-run.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { createAdmin, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";
import { loader as viewer } from "../../../app/routes/settings/rollover/journal.tsx";
import {
  createNextClass,
  rehearsed,
  completeRollover,
  work,
} from "../../features/rollover/rollover-scenario.ts";
import { linesIn, printed } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const principal = await createPrincipal();
const office = await createTeacher({ permissions: [8] });
const [one, six] = [await createClass({ formClassId: "1A" }), await createClass({ formClassId: "6A" })];
await createStudents(one, [{ firstName: "Ann", lastName: "Ali" }]);
const [bob] = (await createStudents(one, [{ firstName: "=1+1", lastName: "Bob" }])) as [Student];
await createStudents(six, [{ firstName: "Cy", lastName: "Chan" }]);
await createNextClass("1A");
await createNextClass("2A");
const repeats = { kind: "repeat", classId: null, formClassId: null } as const;
const first = await rehearsed(admin);
await saveOutcomeDecisions(admin.person, {
  rolloverId: first.rollover_id,
  studentKeys: [bob.id],
  decision: repeats,
});

const addressOf = (id: number) => `/api/turn-journal/${id}`;

test("what is only rehearsed has no journal", async () => {
  const { rollover_id: id } = await rehearsed(admin);

  expect((await printed(addressOf(id), admin)).status).toBe(404);
  expect((await shown(id)).location).toBe(`/app/settings/turn/${id}`);
});

test("a rehearsal prints the class lists that it proposes, and nothing once the term has begun", async () => {
  const { rollover_id: id } = await rehearsed(admin);

  const { status, bytes, fileName } = await printed(`/api/turn-class-lists/${id}`, office);

  const lines = linesIn(bytes);
  expect(status).toBe(200);
  expect(fileName).toContain("Proposed classes Term 1 2026-2027.pdf");
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^1 Bob, =1\+1 .* 1A Repeating$/),
      expect.stringMatching(/^1 Ali, Ann .* 1A Promoted, assumed$/),
    ]),
  );
  expect((await printed(`/api/turn-class-lists/${id}`, principal)).status).toBe(403);
});

test("the journal of a turn names everybody, where they were and are, and why", async () => {
  const { rollover_id: id } = await completeRollover(admin);

  const { status, bytes, fileName } = await printed(addressOf(id), admin);

  const lines = linesIn(bytes);
  expect(status).toBe(200);
  expect(fileName).toContain("Journal of the new term Term 1 2026-2027.pdf");
  expect(lines).toEqual(
    expect.arrayContaining([
      "3 = 1 promoted + 1 repeating + 1 leaving",
      "1A 2 students",
      expect.stringMatching(/^1 Ali, Ann \S+ 2A Promoted, assumed No decision in the report$/),
      expect.stringMatching(/^2 Bob, =1\+1 \S+ 1A Repeating Decided by Admin \d+ \w{3}$/),
      "6A 1 student",
      expect.stringMatching(/^3 Chan, Cy \S+ Leaving Graduating from the last level$/),
    ]),
  );
  expect(lines.join(" ")).toContain("The new term was started by Admin on");
});

test("as a spreadsheet it has the balance, what was carried over and the journal as worksheets; nothing in it is a formula", async () => {
  const id = await latestId();
  const { bytes } = await printed(`${addressOf(id)}?format=spreadsheet`, office);

  const sheets = await readSpreadsheet(bytes);
  const rows = sheets.find(({ sheet }) => sheet === "Journal")?.data ?? [];
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    "Student numbers",
    "Carried over into the new year",
    "Not carried over",
    "Journal",
  ]);
  expect(rows.flat()).toContain("Bob, =1+1");
  expect(rows.find(([, name]) => name === "Ali, Ann")?.slice(3)).toEqual([
    "1A",
    "2A",
    "Promoted, assumed",
    "No decision in the report",
  ]);
});

test("it is of who holds 8, shown in the viewer, and what names the whole school is noted", async () => {
  const id = await latestId();

  expect((await printed(addressOf(id), principal)).status).toBe(403);
  expect((await printed(addressOf(id), null)).status).toBe(401);
  expect((await shown(id)).body).toMatchObject({ src: addressOf(id), closeTo: `/app/settings/turn/${id}` });
  const input = { kind: "exported", words: [], limit: 9, offset: 0 } as const;
  const events = await listSecurityEvents(input, noTransaction);
  expect(events.map(({ detail }) => detail)).toEqual([
    "Journal of the new term Term 1 2026-2027.xlsx",
    "Journal of the new term Term 1 2026-2027.pdf",
    "Proposed classes Term 1 2026-2027.pdf",
  ]);
});

test("one that was put back has none", async () => {
  const id = await latestId();
  await undoRollover(admin.person, { rolloverId: id });
  await work();

  expect((await printed(addressOf(id), admin)).status).toBe(404);
});

function shown(id: number) {
  return callRoute(viewer, getRequest(`/app/settings/turn/${id}/journal`, office), {
    rolloverId: String(id),
  });
}

async function latestId(): Promise<number> {
  const { rollover_id } = (await findLatestRollover(noTransaction)) ?? { rollover_id: 0 };
  return rollover_id;
}
