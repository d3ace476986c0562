import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import { JOB_HANDLERS } from "#jobs/handlers.ts";
import { startWorker } from "#jobs/start-worker.ts";
import { createAdmin, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { getRequest, sendJson } from "#tests/support/request.ts";
import {
  createNextClass,
  currentTermId,
  fingerprintOfSchool,
  NEXT_DATES,
  NEXT_TERM_ID,
} from "../features/rollover/rollover-scenario.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const [admin, teacher] = [await createAdmin(), await createTeacher()];
await createStudents(await createClass({ formClassId: "1A" }), 3);
const before = await fingerprintOfSchool();
const rollover = { ...NEXT_DATES, term: 1 };

test("the parts of a turn are refused before one has begun, and to who may not", async () => {
  const [registration, promote, count, undo, other] = [
    await answered(sendJson("/api/term-registration", {}, admin)),
    await answered(sendJson("/api/promote", {}, admin)),
    await answered(getRequest("/api/term-registration", admin)),
    await answered(sendJson("/api/term-registration", {}, admin, "DELETE")),
    await answered(sendJson("/api/current-term", rollover, teacher)),
  ];

  expect([registration, promote, count, undo, other].map(({ status }) => status)).toEqual([
    409, 409, 409, 409, 403,
  ]);
});

test.each([
  ["the term after the next", { ...rollover, term: 2 }],
  ["term 4", { ...rollover, term: 4 }],
  ["the end before the start", { ...rollover, term_end: "2026-09-01" }],
  ["no sessions", { ...rollover, total_sessions: 0 }],
])("%s is 422", async (_, input) => {
  const { status } = await answered(sendJson("/api/current-term", input, admin));

  expect(status).toBe(422);
});

test("who has nowhere to go is named, and nothing is begun", { timeout: 30_000 }, async () => {
  await working();

  const { status, body } = await answered(sendJson("/api/current-term", rollover, admin));

  expect(status).toBe(409);
  expect(body).toMatchObject({
    message: expect.stringContaining("3 students have no class to go to: Last") as string,
  });
  expect(await fingerprintOfSchool()).toEqual(before);
});

test(
  "the three calls turn the term, and it is set when the last is answered; then it is undone",
  { timeout: 60_000 },
  async () => {
    await createNextClass("2A");
    const ready = await fingerprintOfSchool();
    await working();

    const advanced = await answered(sendJson("/api/current-term", rollover, admin));
    const registered = await answered(sendJson("/api/term-registration", {}, admin));
    const promoted = await answered(sendJson("/api/promote", {}, admin));
    const counted = await answered(getRequest("/api/term-registration", admin));
    const current = await currentTermId();
    await answered(sendJson("/api/backdate-term", { academic_term_id: TERM_IDS[2] }, admin));
    const setBack = [
      await answered(sendJson("/api/term-registration", {}, admin)),
      await answered(sendJson("/api/promote", {}, admin)),
      await answered(getRequest("/api/term-registration", admin)),
    ];
    await answered(sendJson("/api/backdate-term", { academic_term_id: NEXT_TERM_ID }, admin));
    const undone = await answered(sendJson("/api/term-registration", {}, admin, "DELETE"));

    expect([advanced, registered, promoted].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(promoted.body).toEqual({
      message: "Term Set Successfully",
      state: "done",
      academic_term_id: NEXT_TERM_ID,
      registered: 3,
    });
    expect(counted.body).toEqual({ registered: 3, total: 3 });
    expect(current).toBe(NEXT_TERM_ID);
    expect(setBack.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(undone.status).toBe(200);
    expect(await fingerprintOfSchool()).toEqual(ready);
  },
);

async function working(): Promise<void> {
  const worker = await startWorker(JOB_HANDLERS.filter(({ job }) => job.name.startsWith("turn.")));
  onTestFinished(async () => void (await worker.stop(20_000)));
}
