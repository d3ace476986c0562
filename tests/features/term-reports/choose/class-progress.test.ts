import { expect, test } from "vitest";
import {
  deleteReportSubjectMarks,
  wouldSubjectRemainWithoutMarks,
} from "#features/term-reports/subject-row/subject-row.server.ts";
import { loadReportsStart } from "#features/term-reports/choose/choose-class.server.ts";
import { submitReport } from "#features/term-reports/report/submit-report.server.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import {
  sendBack,
  loadSendBack,
  loadSigning,
  signReport,
} from "#features/term-reports/sign/sign-report.server.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createPrincipal } from "#tests/support/builders/people.ts";
import { createSchool, createSubject } from "#tests/support/builders/school.ts";
import { createMark } from "#tests/support/builders/students.ts";
import {
  completeReport,
  createReportScenario,
  saveReportAs,
  type ReportScenario,
} from "../../../support/builders/report-scenario.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();

test("who signs is led to the next report that waits, around the class", async () => {
  const given = await createReportScenario({ students: 4 });
  const [one, two, three, four] = keysOf(given);
  await sign(two);
  await sendBackFor(three, "Look again.");

  const fromOne = await nextToSign(one);
  const fromFour = await nextToSign(four);
  await sign(one);
  await sign(four);

  expect([fromOne, fromFour]).toEqual([reportUrl(four), reportUrl(one)]);
  expect(await nextToSign(one)).toBeNull();
});

test("a report that changed since it was signed waits for a signature again", async () => {
  const given = await createReportScenario({ students: 2 });
  const [one, two] = keysOf(given);
  await sign(two);
  const before = await nextToSign(one);

  await saveReportAs(given.teacher, two, { changes: { teacher_comment: "Written after the signature." } });

  expect([before, await nextToSign(one)]).toEqual([null, reportUrl(two)]);
});

test("who does not sign is led nowhere to sign", async () => {
  const given = await createReportScenario({ students: 2 });

  const { progress } = await loadReport(given.teacher.person, given.key);

  expect(progress).toEqual({ nextToSign: null, incomplete: null });
});

test("at the end of the class its teacher reads who is not complete, or sent back", async () => {
  const given = await createReportScenario({ students: 4 });
  const [one, two, three, four] = keysOf(given);
  for (const { studentKey } of [one, three, four]) await completeReport(given, studentKey);
  await sendBackFor(three, "Look again.");

  const inside = await loadReport(given.teacher.person, three);
  const atEnd = await loadReport(given.teacher.person, four);

  expect(inside.progress.incomplete).toBeNull();
  expect(atEnd.progress.incomplete?.map(({ url }) => url)).toEqual([reportUrl(two), reportUrl(three)]);
});

test("a class says what waits for the principal: what is complete, unsigned and not sent back", async () => {
  const given = await createReportScenario({ students: 4 });
  const [one, two, three] = keysOf(given);
  for (const { studentKey } of [one, two, three]) await completeReport(given, studentKey);
  await sign(one);
  await sendBackFor(two, "Look again.");

  const link = await linkOf(principal, given);

  expect(link).toMatchObject({
    counts: "4 reports, 2 complete, 1 signed, 1 sent back",
    pendingWork: "1 to sign",
    overview: { words: "Sign" },
  });
});

test("where nothing waits for a signature the principal may look", async () => {
  const given = await createReportScenario();

  expect(await linkOf(principal, given)).toMatchObject({ pendingWork: null, overview: { words: "View" } });
  expect(await linkOf(admin, given)).toMatchObject({ pendingWork: "1 to complete" });
});

test("who resubmits a report sends the whole form along where its fields do not save by themselves", async () => {
  const given = await createReportScenario();
  const version = await completeReport(given);
  await sendBackFor(given.key, "Say more.");
  const form = new FormData();
  form.set("intent", "resubmit");
  form.set("base", String(version));
  form.set("teacher_comment", "Says more now.");

  const posted = await submitReport(given.teacher.person, given.key, form);

  const { row, returned } = await loadReport(given.teacher.person, given.key);
  expect(posted).toMatchObject({ done: "Sent to the principal." });
  expect([row.values.teacher_comment, returned]).toEqual(["Says more now.", null]);
});

test("who resubmits a report that is not complete is told what is missing", async () => {
  const given = await createReportScenario();
  await sendBackFor(given.key, "Say more.");
  const form = new FormData();
  form.set("intent", "resubmit");

  const posted = await submitReport(given.teacher.person, given.key, form);

  expect(posted).toMatchObject({
    done: "Sent to the principal. Still missing: all behaviour ratings; the teacher’s comment; 1 mark: Mathematics.",
  });
});

test("what is refused of the form leaves the report sent back", async () => {
  const given = await createReportScenario();
  const version = await completeReport(given);
  await sendBackFor(given.key, "Say more.");
  const form = new FormData();
  form.set("intent", "resubmit");
  form.set("base", String(version));
  form.set("total_sessions", "400");

  const posted = await submitReport(given.teacher.person, given.key, form);

  expect(posted).toMatchObject({
    status: 422,
    outcome: { state: "refused", refusals: [{ field: "total_sessions" }] },
  });
  expect((await loadReport(given.teacher.person, given.key)).returned).toMatchObject({ reason: "Say more." });
});

test("of a subject that the student has lessons in only the marks go, of another its row", async () => {
  const given = await createReportScenario();
  const { key, lesson } = given;
  const other = await createSubject("Steelpan");
  await createMark(given.student, lesson, { mark: 50 });
  await createMark(given.student, { ...lesson, subjectId: other }, { mark: 60 });

  const before = await staysOf(key, [lesson.subjectId, other]);
  await deleteReportSubjectMarks(admin.person, { ...key, subjectId: lesson.subjectId });
  await deleteReportSubjectMarks(admin.person, { ...key, subjectId: other });

  expect(before).toEqual([true, true]);
  expect(await staysOf(key, [lesson.subjectId, other])).toEqual([true, false]);
});

/** Returns the keys of a class of four, in the order of its list. */
function keysOf({ key, students }: ReportScenario): [ReportKey, ReportKey, ReportKey, ReportKey] {
  const [one, two, three, four] = students.map(({ id }) => ({ ...key, studentKey: id }));
  if (!one || !two) throw new Error("the class is too small");
  return [one, two, three ?? two, four ?? two];
}

async function nextToSign(key: ReportKey): Promise<string | null> {
  return (await loadReport(principal.person, key)).progress.nextToSign;
}

async function sign(key: ReportKey): Promise<void> {
  const { reviewedFingerprint } = await loadSigning(principal.person, key);
  await signReport(principal.person, key, { seen: reviewedFingerprint });
}

async function sendBackFor(key: ReportKey, reason: string): Promise<void> {
  const { reviewedFingerprint } = await loadSendBack(principal.person, key);
  await sendBack(principal.person, key, { seen: reviewedFingerprint, reason });
}

async function linkOf({ person }: typeof admin, { schoolClass }: ReportScenario) {
  const start = await loadReportsStart(person, new URLSearchParams());
  const groups = start.go === null ? start.choice.groups : [];
  return groups.flatMap(({ classes }) => classes).find(({ label }) => label === schoolClass.label);
}

async function staysOf(key: ReportKey, subjects: readonly number[]): Promise<boolean[]> {
  const stays: boolean[] = [];
  for (const subject of subjects)
    stays.push(await wouldSubjectRemainWithoutMarks(admin.person, key, subject));
  return stays;
}
