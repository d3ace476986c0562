import { expect, test } from "vitest";
import { action as insert, loader as loadPhrases } from "../../../../app/routes/term-reports/phrases.tsx";
import { loadFieldHistory } from "#features/term-reports/history/report-history.server.ts";
import type { PhrasesView } from "#features/term-reports/report/comments/phrases.server.ts";
import { signReport, loadSigning } from "#features/term-reports/sign/sign-report.server.ts";
import { transaction } from "#db/index.ts";
import type { ReportKey } from "#domain/paths.ts";
import { REPORT_SAVE_DEFINITION } from "#features/term-reports/save/saved-report.server.ts";
import { restoreEntry, type PutBackInput } from "#saving/server/row-history.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { CommentPhrase } from "#db/models/term-records.ts";
import { TEST, createSchool } from "#tests/support/builders/school.ts";
import { callRoute, readFormErrors, getRequest, postForm } from "#tests/support/request.ts";
import { createReportScenario, saveReportAs } from "../../../support/builders/report-scenario.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();

test("a field's history tells who changed it, newest first, and nothing of other fields or of the signature", async () => {
  const { teacher, key } = await createReportScenario();
  await saveReportAs(teacher, key, { changes: { teacher_comment: "First." } });
  await saveReportAs(teacher, key, { changes: { respect: "C" } });
  await signReport(principal.person, key, {
    seen: (await loadSigning(principal.person, key)).reviewedFingerprint,
  });
  await saveReportAs(admin, key, { changes: { teacher_comment: "Second." } });

  const history = await loadFieldHistory(teacher.person, key, "teacher_comment");

  expect(history).toMatchObject({ title: "Teacher's Comments", canPutBack: true });
  expect(history.entries.map(({ by, changes: [change] }) => [by, change?.from, change?.to])).toEqual([
    ["Admin", "First.", "Second."],
    [expect.stringMatching(/^D\. Ramkissoon/), "–", "First."],
  ]);
});

test("an old value is put back by a save of its own, and only by who may edit the field", async () => {
  const { teacher, key } = await createReportScenario();
  await saveReportAs(teacher, key, { changes: { teacher_comment: "First." } });
  const { stored } = await saveReportAs(admin, key, { changes: { teacher_comment: "Second." } });
  const input = { field: "teacher_comment", base: stored.version, before: stored.version };

  const others = await putBackTo(principal, key, { ...input, saveId: "put-back-others" });
  const own = await putBackTo(teacher, key, { ...input, saveId: "put-back-own" });

  expect(others).toMatchObject({
    results: [{ outcome: "refused", refusals: [{ field: "teacher_comment" }] }],
  });
  expect(own).toMatchObject({
    results: [{ outcome: "saved", stored: { values: { teacher_comment: "First." } } }],
  });
});

test("promoted and repeating are put back together", async () => {
  const { teacher, key } = await createReportScenario();
  await saveReportAs(teacher, key, { changes: { promoted_to: "Std 2" } });
  const { stored } = await saveReportAs(teacher, key, { changes: { promoted_to: null, repeating: "Std 1" } });

  const back = await putBackTo(teacher, key, {
    field: "repeating",
    base: stored.version,
    before: stored.version,
    saveId: "put-back-both",
  });

  expect(back).toMatchObject({
    results: [{ outcome: "saved", stored: { values: { promoted_to: "Std 2", repeating: null } } }],
  });
});

test.each(["signed_by", "version", "constructor", ""])("a report has no history of '%s'", async (field) => {
  const { teacher, key } = await createReportScenario();

  await expect(loadFieldHistory(teacher.person, key, field)).rejects.toMatchObject({ kind: "notFound" });
});

test("phrases are a teacher's own and the school's, with the student's name and pronoun in place", async () => {
  const { teacher, student, key } = await createReportScenario();
  const stranger = await createFormTeacher();
  await addPhrase(null, "{He} works well.");
  await addPhrase(teacher.employeeId, "{name} tidies {his} desk.");
  await addPhrase(stranger.employeeId, "Somebody else's.");

  const { body } = await callRoute(loadPhrases, getRequest("/", teacher), phraseParams(key));

  const { phrases, room } = body as PhrasesView;
  expect(phrases).toMatchObject([
    { text: `${student.firstName} tidies her desk.`, own: true },
    { text: "She works well.", own: false },
  ]);
  expect(room).toBe(400);
});

test("a phrase goes to the end of what is written, within the comment's limit", async () => {
  const { teacher, key } = await createReportScenario();
  const phraseId = await addPhrase(teacher.employeeId, "Asks good questions.");
  const { stored } = await saveReportAs(teacher, key, { changes: { teacher_comment: "Reads well." } });

  const inserted = await insertPhrase(teacher, key, { phraseId, base: stored.version });
  const comments = await loadFieldHistory(teacher.person, key, "teacher_comment");
  const long = await saveReportAs(teacher, key, { changes: { teacher_comment: "x".repeat(390) } });
  const refused = await insertPhrase(teacher, key, { phraseId, base: long.stored.version });

  expect(inserted.status).toBe(302);
  expect(comments.entries[0]?.changes).toMatchObject([{ to: "Reads well. Asks good questions." }]);
  expect([refused.status, readFormErrors(refused)]).toEqual([
    409,
    { "": "11 characters too many: use at most 400." },
  ]);
});

test("a colleague's own phrase cannot be used", async () => {
  const { teacher, key } = await createReportScenario();
  const stranger = await createFormTeacher();
  const phraseId = await addPhrase(stranger.employeeId, "Not for others.");

  const used = await insertPhrase(teacher, key, { phraseId, base: 0 });

  expect(used.status).toBe(404);
});

function insertPhrase(visitor: SignedIn, key: ReportKey, { phraseId, base }: Record<string, number>) {
  const fields = { phrase_id: String(phraseId), base: String(base) };
  return callRoute(insert, postForm("/", fields, visitor), phraseParams(key));
}

function phraseParams({ classId, academicTermId, studentKey }: ReportKey) {
  const ids = { classId: String(classId), termId: String(academicTermId), studentKey: String(studentKey) };
  return { ...ids, field: "teacher_comment" };
}

function putBackTo({ person }: SignedIn, key: ReportKey, input: PutBackInput) {
  return restoreEntry(REPORT_SAVE_DEFINITION, { person, key, row: String(key.studentKey) }, input);
}

async function addPhrase(employeeId: number | null, phrase: string): Promise<number> {
  const row = { employee_id: employeeId, phrase };
  return (await transaction(TEST, (t) => CommentPhrase.insert(row, t))).phrase_id;
}
