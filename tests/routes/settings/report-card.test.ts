import { afterAll, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/settings/report-card.tsx";
import { loader as previewLoader } from "../../../app/routes/settings/report-card-preview.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { listReportCardSettings } from "#db/queries/reports/report-card-settings.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import {
  loadReportCardSettings,
  type ReportCardSettingsView,
} from "#features/reports/card-settings/report-card.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { addressOf, printed, wordsIn } from "#tests/api/reports/printed.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createFormTeacher, createPrincipal } from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  createSubject,
  TERM_IDS,
  TEST,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { saveReportAs } from "#tests/support/builders/report-scenario.ts";
import { callRoute, CONTEXT, readFormErrors, getRequest, postForm } from "#tests/support/request.ts";

await freshDatabase();
afterAll(closeDocuments);
const { currentTermId } = await createSchool();
const clerk = await createClerk();
const principal = await createPrincipal();
const teacher = await createFormTeacher();
const std3 = await createClass({ formClassId: "Std 3", formTeacher: teacher });
const lesson = await createLesson(teacher, std3);
const [ann, bea, cem] = (await createStudents(
  std3,
  ["Ann", "Bea", "Cem"].map((lastName, index) => ({ lastName, studentId: `S-${index}` })),
)) as [Student, Student, Student];
const reading = await createLesson(teacher, std3, { subject: "Reading" });
await createSubject("Physical Education", 7);
await createLesson(teacher, std3, { subject: "Physical Education" });
const std4 = await createClass({ formClassId: "Std 4", formTeacher: await createFormTeacher() });
const sports = await createLesson(teacher, std4, { subject: "Physical Education" });
const [dan] = (await createStudents(std4, [{ lastName: "Dan", studentId: "S-4" }])) as [Student];
await createMark(ann, lesson, { mark: 72 });
await createMark(bea, lesson, { mark: 55 });

const LEVEL = 5;
const PAGE = `/app/settings/report-card?level=${LEVEL}`;
const WAITING = `${PAGE}&term=202620271`;
const SCALE = {
  "letter.1": "A",
  "from.1": "80",
  "letter.2": "B",
  "from.2": "50",
  "letter.3": "F",
  "from.3": "0",
  passMark: "50",
};
const EVERYTHING = {
  "parts.classPosition": "on",
  "parts.levelPosition": "on",
  "parts.classAverage": "on",
  "parts.highest": "on",
  "parts.remarks": "on",
  "parts.conduct": "on",
  "parts.teacherSignature": "on",
  "parts.issued": "on",
  "parts.nextTerm": "on",
  "parts.slip": "on",
  order: "behaviour",
};

test("only who manages settings opens the report card, saves it and sees the sample", async () => {
  const opened = await Promise.all(
    [null, teacher, clerk].map((visitor) => callRoute(loader, getRequest(PAGE, visitor))),
  );
  const saved = await callRoute(action, postForm(PAGE, { version: "0", ...SCALE }, teacher));
  const previews = await Promise.all(
    [null, teacher].map((who) => callRoute(previewLoader, getRequest(preview(), who))),
  );

  expect(opened.map(({ status }) => status)).toEqual([302, 403, 200]);
  expect([saved.status, ...previews.map(({ status }) => status)]).toEqual([403, 401, 403]);
  expect((await callRoute(loader, getRequest("/app/settings/report-card?level=99", clerk))).status).toBe(404);
});

test("faults of the scale are told beside their fields", async () => {
  const answer = await save({ ...SCALE, "letter.2": "A", "from.3": "10", passMark: "0" });

  expect(answer.status).toBe(422);
  expect(readFormErrors(answer)).toEqual({
    "letter.2": "A is already a grade in this scale. Enter another letter.",
    "from.3": "Enter 0: the last grade needs to cover every lower result.",
    passMark: "Enter a whole percentage from 1 to 100.",
  });
});

test("the words of a grade are short, however many are pasted", async () => {
  const answers = await Promise.all(
    ["Far better than anybody expected", "x".repeat(100_000)].map((words) =>
      save({ ...SCALE, "words.1": words }),
    ),
  );

  expect(answers.map((answer) => readFormErrors(answer)["words.1"])).toEqual([
    "8 characters too many: use at most 24.",
    "99,976 characters too many: use at most 24.",
  ]);
});

test("the sample is drawn from the form, in one page", async () => {
  const { status, text } = await sample({ ...SCALE, ...EVERYTHING });

  expect(status).toBe(200);
  expect(text).toMatch(/^<svg [^>]*>.*<use /);
  expect((await callRoute(previewLoader, getRequest(preview({ "letter.1": "A" }), clerk))).status).toBe(404);
});

test("a card shows the chosen parts, with ranks that say they are provisional", async () => {
  const saved = await save({ ...SCALE, ...EVERYTHING, levels: "all" });

  const card = await words("S-0");
  expect(saved.status).toBe(302);
  for (const part of [
    ...["Position in class", "1 of 2", "Position in Std 3", "Class average", "64", "Highest", "72"],
    ...["Highest in class", "Class average 63.5% · Highest in class 72.0%"],
    ...["class teacher", "Issued", "Next term begins", "Parent’s slip", "Signature of parent or guardian"],
    ...["Positions are provisional: marks are missing", "A 80–100"],
  ])
    // A heading over a narrow column has two lines, which the PDF holds without the space between them.
    expect(card.replaceAll(" ", "")).toContain(part.replaceAll(" ", ""));
  expect(await words("S-2")).toContain("Not ranked");
  // Nobody has a mark in the class of this student.
  expect(await words("S-4")).toContain("Class size");
  expect(await words("S-4")).not.toMatch(/Position|Not ranked/);
  await createMark(cem, lesson, { mark: 72 });
  const waiting = await words("S-0");
  for (const student of [ann, bea, cem]) await createMark(student, reading, { mark: 72 });
  const complete = await words("S-0");
  expect(waiting).toContain("= 1 of 3");
  expect(waiting).toContain("provisional");
  expect(complete).toContain("= 1 of 3");
  expect(complete).not.toContain("provisional");
});

test("conduct is typed on the report once the card of the level shows it, and is printed", async () => {
  const opened = (student: Student, { classId }: { classId: number }) =>
    loadReport(teacher.person, { classId, academicTermId: currentTermId, studentKey: student.id });
  const key = { classId: std3.classId, academicTermId: currentTermId, studentKey: bea.id };

  const { stored } = await saveReportAs(teacher, key, { changes: { conduct: "Very good" } });

  expect(stored.values).toMatchObject({ conduct: "Very good" });
  expect((await opened(ann, std3)).hasConduct).toBe(true);
  expect(await words("S-1")).toContain("ConductVery good");
  const { version } = await view(PAGE);
  await callRoute(action, postForm(PAGE, { version: String(version), ...SCALE }, clerk));
  // A conduct that was typed before can still be changed.
  expect([(await opened(ann, std3)).hasConduct, (await opened(bea, std3)).hasConduct]).toEqual([false, true]);
  expect(await words("S-1")).not.toContain("Conduct");
});

test("somebody else's change is not overwritten unseen", async () => {
  const answer = await callRoute(action, postForm(PAGE, { version: "0", ...SCALE, passMark: "45" }, clerk));

  expect(answer.status).toBe(409);
  expect(await levelSettings()).toHaveLength(1);
});

test("a change that signed reports would show is asked about, and can wait for the next term", async () => {
  await sign(ann);

  const asked = await save({ ...SCALE, "from.2": "75" });
  const later = await save({ ...SCALE, "from.2": "75", begins: "next" });

  expect(asked.status).toBe(422);
  expect(readFormErrors(asked)).toEqual({
    begins:
      "This would change 1 signed report. On 1 of these reports, a grade changes or a result changes between pass and fail. Signatures are kept. Choose the term in which the change starts, then save again.",
  });
  expect(later.status).toBe(302);
  const stored = await levelSettings();
  expect(stored.map(({ from_term_id }) => from_term_id)).toEqual([currentTermId, 202620271]);
  expect(await words("S-0")).toContain("B 50–79");
});

test("a change of this term keeps the signature, and the card says that its grades changed", async () => {
  const saved = await saveNow({ ...SCALE, "from.2": "75" });

  const card = await words("S-0");
  expect(saved.status).toBe(302);
  expect(card).toContain("B 75–79");
  expect(card).toContain("grades changed since signed");
  expect(card).not.toContain("No principal’s signature");
  expect((await levelSettings()).map(({ from_term_id }) => from_term_id)).toEqual([currentTermId]);
});

test("a change that waits and the settings that count now are both shown, and each can be edited", async () => {
  await save({ ...SCALE, "from.2": "60", begins: "next" });

  const [now, later] = [await view(PAGE), await view(WAITING)];
  expect([now.beginsLater, now.from["2"]]).toEqual([null, "75"]);
  expect(now.others).toMatchObject([
    { begins: "2026-2027, Term 1", grades: "A 80, B 60, F 0; pass mark 50", url: WAITING },
  ]);
  expect([later.beginsLater, later.from["2"]]).toEqual(["2026-2027, Term 1", "60"]);
  expect(later.others).toMatchObject([{ begins: null, grades: "A 80, B 75, F 0; pass mark 50", url: PAGE }]);

  const edited = await save({ ...SCALE, "from.2": "61" }, WAITING);
  const signed = await saveNow({ ...SCALE, "from.2": "76" });
  expect([edited.status, signed.status]).toEqual([302, 302]);
  expect(
    (await levelSettings()).map(({ from_term_id, grading }) => [from_term_id, grading.steps[1]?.from]),
  ).toEqual([
    [currentTermId, 76],
    [202620271, 61],
  ]);
  await saveNow({ ...SCALE, "from.2": "75" });
});

test("a change that waits and is then cancelled tells nothing on signed reports", async () => {
  await sign(ann);
  await save({ ...SCALE, "from.2": "60", begins: "next" });
  const saved = await save({ ...SCALE, intent: "cancel" }, WAITING);

  expect(saved.status).toBe(302);
  expect((await levelSettings()).map(({ from_term_id }) => from_term_id)).toEqual([currentTermId]);
  expect(await words("S-0")).not.toContain("grades changed");
});

test("a change that waits and is then brought forward tells signed reports that their grades changed", async () => {
  await save({ ...SCALE, "from.2": "60", begins: "next" });
  await sign(ann);
  const before = await words("S-0");
  const saved = await saveNow({ ...SCALE, "from.2": "60" }, WAITING);

  const card = await words("S-0");
  expect(saved.status).toBe(302);
  expect(before).not.toContain("grades changed");
  expect(card).toContain("B 60–79");
  expect(card).toContain("grades changed since signed");
});

test("the answer to the question for one level is no answer for all levels", async () => {
  await sign(dan);
  const change = { ...SCALE, passMark: "40" };
  const asked = questionIn(await save(change));

  const all = await save({ ...change, levels: "all", begins: "this", asked });
  const answered = await save({ ...change, levels: "all", begins: "this", asked: questionIn(all) });

  expect(asked).toContain("1 signed report.");
  expect(all.status).toBe(422);
  expect(questionIn(all)).toContain("2 signed reports.");
  expect(answered.status).toBe(302);
});

test("settings of a later term stay when the school is set back, and its signed reports are asked about", async () => {
  const earlier = TERM_IDS[1];
  await setCurrentTerm(earlier);
  await sign(ann);

  const back = await view(PAGE);
  const asked = questionIn(await save({ ...SCALE, passMark: "30" }, `${PAGE}&term=${currentTermId}`));
  const cancelled = await save({ ...SCALE, intent: "cancel" }, `${PAGE}&term=${currentTermId}`);
  const saved = await save({ ...SCALE, passMark: "35" });

  expect(back.others).toHaveLength(1);
  expect(asked).toContain("1 signed report, in 2025-2026, Term 3.");
  expect([cancelled.status, saved.status]).toEqual([422, 302]);
  expect(
    (await levelSettings()).map(({ from_term_id, grading }) => [from_term_id, grading.passMark]),
  ).toEqual([
    [earlier, 35],
    [currentTermId, 40],
  ]);
  await setCurrentTerm(currentTermId);
  expect(await words("S-0")).not.toContain("grades changed");
});

test("the question reads by its own connection, so that many at once do not wait for each other", async () => {
  await sign(ann);

  const answers = await Promise.all(
    Array.from({ length: 12 }, (_item, index) => save({ ...SCALE, passMark: String(20 + index) })),
  );

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
});

test("a chosen grade that falls under the pass mark, or from the scale, is counted before a change is saved", async () => {
  await createMark(dan, sports, { grade: "B" });
  await sign(dan);
  const level4 = "/app/settings/report-card?level=6";

  const fails = await save({ ...SCALE, passMark: "90" }, level4);
  const gone = await save({ ...SCALE, passMark: "40", "letter.2": "C" }, level4);
  const stays = await save({ ...SCALE, passMark: "40", "words.2": "Good" }, level4);

  expect([fails, gone, stays].map(questionIn)).toEqual([
    expect.stringContaining("On 1 of these reports, a grade changes"),
    expect.stringContaining("On 1 of these reports, a grade changes"),
    expect.stringContaining("No grades or passes change on these reports."),
  ]);
});

test("weights of course work are read, asked about and saved like the scale", async () => {
  const level4 = "/app/settings/report-card?level=6";
  const geography = await createLesson(teacher, std4, { subject: "Geography" });
  await createMark(dan, geography, { mark: 60 });
  await createMark(dan, geography, { testId: 2, mark: 90 });
  await sign(dan);
  const before = await words("S-4");

  const scale = { ...SCALE, passMark: "40" };
  const wrong = await save({ ...scale, courseWork: "101", "subject.1": "5" }, level4);
  const asked = await save({ ...scale, courseWork: "30" }, level4);
  const exempt = await save(
    { ...scale, courseWork: "30", "subject.1": String(geography.subjectId), "weight.1": "0" },
    level4,
  );
  const saved = await saveNow({ ...scale, courseWork: "30" }, level4);

  expect(readFormErrors(wrong)).toEqual({
    courseWork: "Enter a whole percentage from 0 to 100.",
    "weight.1": "Enter a whole percentage from 0 to 100.",
  });
  expect(questionIn(asked)).toContain("On 1 of these reports, a result or its grade changes.");
  expect(questionIn(exempt)).toContain("No results change on these reports.");
  expect(saved.status).toBe(302);
  expect(before).toMatch(/Geography.*60/);
  const after = await words("S-4");
  for (const part of ["Mid Term 30%", "End of Term 70%", "Result", "grades changed since signed"])
    expect(after).toContain(part);
  expect(after).toMatch(/Geography.*90.*60.*69/);
  expect((await view(level4)).courseWork).toBe("30");
});

test("a report card is copied to the levels that are ticked, and to no other", async () => {
  const levelOf = async (level: number) => (await view(`/app/settings/report-card?level=${level}`)).passMark;
  await createClass({ formClassId: "Std 5", formTeacher: await createFormTeacher() });
  const before = await levelOf(7);

  const saved = await saveNow({ ...SCALE, passMark: "42", "also.6": "on" });

  expect(saved.status).toBe(302);
  expect([await levelOf(LEVEL), await levelOf(6), await levelOf(7)]).toEqual(["42", "42", before]);
  expect(before).not.toBe("42");
});

test("an exception saved for all levels is named at a level that does not have its subject", async () => {
  const drama = await createLesson(teacher, std4, { subject: "Drama" });
  const fields = { ...SCALE, levels: "all", "subject.1": String(drama.subjectId), "weight.1": "100" };

  await saveNow(fields, "/app/settings/report-card?level=6");

  const { subject, weight, subjects } = await view(PAGE);
  expect([subject["1"], weight["1"]]).toEqual([String(drama.subjectId), "100"]);
  expect(subjects).toContainEqual({ value: String(drama.subjectId), label: "Drama" });
});

test("each change is in the audit trail with its author", async () => {
  const events = await queryRows<{ account_id: number }>(
    "select account_id from audit_events where table_name = 'report_card_settings' order by event_id",
    [],
    noTransaction,
  );

  expect(events.length).toBeGreaterThanOrEqual(3);
  expect(new Set(events.map(({ account_id }) => account_id))).toEqual(new Set([clerk.accountId]));
});

async function save(fields: Record<string, string>, page = PAGE) {
  const version = Math.max(0, ...(await listReportCardSettings(noTransaction)).map((row) => row.version));
  return callRoute(action, postForm(page, { version: String(version), ...fields }, clerk));
}

function view(page: string): Promise<ReportCardSettingsView> {
  return loadReportCardSettings(new URL(page, "http://localhost").searchParams);
}

function setCurrentTerm(termId: number): Promise<void> {
  return transaction(TEST, (t) => runQuery("update schools set current_term_id = $1", [termId], t));
}

/** Saves a change from this term on: first the question, then the answer. */
async function saveNow(fields: Record<string, string>, page = PAGE) {
  const now = { ...fields, begins: "this" };
  return save({ ...now, asked: questionIn(await save(now, page)) }, page);
}

function questionIn(answer: Awaited<ReturnType<typeof save>>): string {
  return readFormErrors(answer)["begins"] ?? "";
}

async function levelSettings() {
  const all = await listReportCardSettings(noTransaction);
  return all.filter(({ form_level }) => form_level === LEVEL);
}

async function words(studentId: string): Promise<string> {
  const address = addressOf("/api/report-card", { academic_term_id: currentTermId, student_id: studentId });
  return wordsIn((await printed(address, principal)).bytes);
}

function preview(fields: Record<string, string> = SCALE): string {
  return addressOf("/app/settings/report-card/preview", { level: LEVEL, ...fields });
}

async function sample(fields: Record<string, string>) {
  const request = getRequest(preview(fields), clerk);
  const response = await previewLoader({ request, params: {}, context: CONTEXT });
  return { status: response.status, text: await response.text() };
}

function sign({ id }: Student): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `update term_records d
          set signed_by = $1, signed_at = now(), signed_fingerprint = report_fingerprint(d)
        where student_key = $2 and academic_term_id = $3`,
      [principal.accountId, id, currentTermId],
      t,
    ),
  );
}
