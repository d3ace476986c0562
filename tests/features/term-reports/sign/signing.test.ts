import { expect, test } from "vitest";
import { action as sendBackAction } from "../../../../app/routes/term-reports/send-back.tsx";
import { action as signAction } from "../../../../app/routes/term-reports/sign.tsx";
import { action as signAllAction } from "../../../../app/routes/term-reports/sign-all.tsx";
import { action as askAllAction } from "../../../../app/routes/term-reports/sign-all-question.tsx";
import { action as takeBackAction } from "../../../../app/routes/term-reports/take-back.tsx";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import type { ReviewedReport } from "#db/queries/reports/term-reports.ts";
import { listTermRecords } from "#db/queries/reports/term-records.ts";
import {
  loadSendBack,
  loadTakeBack,
  resubmitReport,
  loadSigning,
} from "#features/term-reports/sign/sign-report.server.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import { loadClassOverview } from "#features/term-reports/overview/load-class.server.ts";
import {
  ReviewedReportsFormSchema,
  type ClassSigningResult,
} from "#features/term-reports/sign/sign-class.server.ts";
import { NOT_SIGNED_MESSAGES } from "#features/term-reports/sign/signature-words.rules.ts";
import { loadFieldHistory } from "#features/term-reports/history/report-history.server.ts";
import type { ReportKey } from "#domain/paths.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { TERM_IDS, TEST, createSchool } from "#tests/support/builders/school.ts";
import {
  callRoute,
  readFormErrors,
  postForm,
  readFormReply,
  type RequestResult,
  type Fields,
} from "#tests/support/request.ts";
import {
  completeReport,
  createReportScenario,
  saveReportAs,
  type ReportScenario,
} from "../../../support/builders/report-scenario.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal({ firstName: "Marva", lastName: "Joseph" });
await givePicture(principal.employeeId, "first.png");
const EVERYTHING = new URLSearchParams();

test("the principal signs what was looked at, with name, day and the picture of that day", async () => {
  const { key } = await createReportScenario();

  const signed = await sign(principal, key, await fingerprintOf(key));
  await givePicture(principal.employeeId, "second.png");

  expect(signed.status).toBe(302);
  const { signature } = await loadReport(principal.person, key);
  expect(signature).toMatchObject({
    by: "M. Joseph",
    on: expect.stringMatching(/^\d+ \w{3} \d{4}$/),
    pictureUrl: "/img/signatures/first.png",
    changed: false,
  });
});

test("the account without an employee signs by its name", async () => {
  const { key } = await createReportScenario();

  await sign(admin, key, await fingerprintOf(key));

  const { signature } = await loadReport(principal.person, key);
  expect(signature).toMatchObject({ by: "Admin", pictureUrl: null });
});

test("nobody signs over another's signature, which nobody else could take back", async () => {
  const { key } = await createReportScenario();
  await sign(principal, key, await fingerprintOf(key));

  const signed = await sign(admin, key, await fingerprintOf(key));

  expect([signed.status, readFormErrors(signed)]).toEqual([409, { "": NOT_SIGNED_MESSAGES.signed }]);
  expect((await loadReport(principal.person, key)).signature).toMatchObject({ by: "M. Joseph" });
});

test("a student who was registered without a record is sent back, and signed all the same", async () => {
  const { key } = await createReportScenario();
  await transaction(TEST, (t) =>
    runQuery(
      "delete from term_records where student_key = $1 and academic_term_id = $2",
      [key.studentKey, key.academicTermId],
      t,
    ),
  );
  const { reviewedFingerprint } = await loadSigning(principal.person, key);

  const sentBack = await sendBack(principal, key, {
    seen: reviewedFingerprint,
    reason: "Please write it.",
  });
  const returned = (await loadReport(principal.person, key)).returned;
  const signed = await sign(principal, key, reviewedFingerprint);

  expect([sentBack.status, signed.status]).toEqual([302, 302]);
  expect(returned).toMatchObject({ reason: "Please write it." });
  expect((await loadReport(principal.person, key)).signature).toMatchObject({ changed: false });
});

test("a report that changed while it was looked at is not signed", async () => {
  const { teacher, key } = await createReportScenario();
  const seen = await fingerprintOf(key);
  await saveReportAs(teacher, key, { changes: { teacher_comment: "One more word." } });

  const signed = await sign(principal, key, seen);

  expect([signed.status, readFormErrors(signed)]).toEqual([409, { "": NOT_SIGNED_MESSAGES.changed }]);
  expect((await loadReport(principal.person, key)).signature).toEqual(null);
});

test("a second press on the button signs nothing twice", async () => {
  const { key } = await createReportScenario();
  const seen = await fingerprintOf(key);
  await sign(principal, key, seen);
  const before = await versionOf(key);

  const again = await sign(principal, key, seen);

  expect(again.status).toBe(302);
  expect(await versionOf(key)).toBe(before);
});

test.each([
  ["a mark", (given) => setMark(given.key, 81)],
  ["a rating", (given) => saveReportAs(given.teacher, given.key, { changes: { respect: "R" } })],
  [
    "a comment",
    (given) => saveReportAs(given.teacher, given.key, { changes: { teacher_comment: "Other words." } }),
  ],
  ["the attendance", (given) => saveReportAs(given.teacher, given.key, { changes: { sessions_absent: 3 } })],
  [
    "the principal's comment",
    (given) => saveReportAs(principal, given.key, { changes: { principal_comment: "Well." } }),
  ],
  [
    "what a mark is out of",
    ({ key }) => change("update marks set max_mark = 120 where student_key = $1", key.studentKey),
  ],
  ["the class's name", ({ key }) => changeClass(key, "label = label || ' B'")],
  [
    "whether course work alone counts",
    ({ key }) => changeClass(key, "course_work_only = not course_work_only"),
  ],
  ["whether the class is graded by criteria", ({ key }) => changeClass(key, "assessment_type = 'Grade'")],
  [
    "the assessments of the term",
    ({ key }) =>
      change(
        "update academic_terms set assessment_type = 'Interim Test' where academic_term_id = $1",
        key.academicTermId,
      ),
  ],
] satisfies [string, (given: ReportScenario) => Promise<unknown>][])(
  "%s that changes afterwards shows as changed since signed, and it can be signed again",
  async (_what, changeIt) => {
    const given = await createReportScenario();
    await completeReport(given);
    await sign(principal, given.key, await fingerprintOf(given.key));
    const before = await loadReport(principal.person, given.key);

    await changeIt(given);

    expect(before.signature).toMatchObject({ changed: false });
    expect((await loadReport(given.teacher.person, given.key)).signature).toMatchObject({
      changed: true,
    });
    await sign(principal, given.key, await fingerprintOf(given.key));
    expect((await loadReport(principal.person, given.key)).signature).toMatchObject({ changed: false });
  },
);

test("the register's facts and who teaches are not what is signed", async () => {
  const given = await createReportScenario();
  await completeReport(given);
  await sign(principal, given.key, await fingerprintOf(given.key));

  await change("update employees set last_name = 'Ali' where employee_id = $1", given.teacher.employeeId);
  await change("update students set first_name = 'Anaya', picture = null where id = $1", given.student.id);
  await change("update subjects set title = 'Numbers' where subject_id = $1", given.lesson.subjectId);
  await change(
    "update academic_terms set next_term_start = next_term_start + 7 where academic_term_id = $1",
    given.key.academicTermId,
  );

  expect((await loadReport(principal.person, given.key)).signature).toMatchObject({ changed: false });
});

test("a value that was changed and put back leaves the signature good", async () => {
  const given = await createReportScenario();
  await completeReport(given);
  await sign(principal, given.key, await fingerprintOf(given.key));

  await setMark(given.key, 50);
  await setMark(given.key, 80);

  expect((await loadReport(principal.person, given.key)).signature).toMatchObject({ changed: false });
});

test("an incomplete report says what is missing and can be signed all the same", async () => {
  const { key } = await createReportScenario();

  const signing = await loadSigning(principal.person, key);
  const signed = await sign(principal, key, signing.reviewedFingerprint);

  expect(signing.missing.map(({ words }) => words)).toEqual([
    "all behaviour ratings",
    "the teacher’s comment",
    "1 mark: Mathematics",
  ]);
  expect(signed.status).toBe(302);
});

test.each([
  ["a form teacher", async ({ teacher }) => teacher],
  ["an administrator without id 10", () => createTeacher({ permissions: [1, 2, 9] })],
] satisfies [string, (given: ReportScenario) => Promise<SignedIn>][])(
  "%s signs nothing and sends nothing back",
  async (_who, visit) => {
    const given = await createReportScenario();
    const { key } = given;
    const visitor = await visit(given);
    const seen = await fingerprintOf(key);

    const answers = [
      await sign(visitor, key, seen),
      await sendBack(visitor, key, { seen, reason: "No." }),
      await signClass(visitor, key, []),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  },
);

test("a signature is taken back by its signer with a reason, and its history tells both", async () => {
  const given = await createReportScenario();
  const { key } = given;
  await completeReport(given);
  await sign(principal, key, await fingerprintOf(key));

  const unsaid = await takeBack(principal, key, "");
  const taken = await takeBack(principal, key, "Signed by mistake.");

  expect([unsaid.status, readFormErrors(unsaid)]).toEqual([
    422,
    { reason: "Enter the reason for withdrawing the signature." },
  ]);
  expect(taken.status).toBe(302);
  const { signature, can } = await loadReport(principal.person, key);
  expect([signature, can.takeBack, can.sign]).toEqual([null, false, true]);
  const { entries, canPutBack } = await loadFieldHistory(given.teacher.person, key, "signature");
  expect(canPutBack).toBe(false);
  expect(entries).toMatchObject([
    { by: "M. Joseph", changes: [{ from: "Signed", to: "Withdrawn: Signed by mistake." }] },
    { by: "M. Joseph", changes: [{ from: "Not signed", to: "Signed" }] },
  ]);
});

test("what was taken back can be signed again, and the reason is history then", async () => {
  const { key } = await createReportScenario();
  await sign(principal, key, await fingerprintOf(key));
  await takeBack(principal, key, "Signed by mistake.");

  const signed = await sign(principal, key, await fingerprintOf(key));

  expect(signed.status).toBe(302);
  expect((await loadReport(principal.person, key)).can.takeBack).toBe(true);
  const { entries } = await loadFieldHistory(principal.person, key, "signature");
  expect(entries[0]?.changes).toEqual([
    { title: "Signature", from: "Withdrawn: Signed by mistake.", to: "Signed" },
  ]);
});

test("nobody takes back another's signature, and none in a term that is over", async () => {
  const { key, teacher } = await createReportScenario();
  await sign(admin, key, await fingerprintOf(key));
  const over = await createReportScenario({ termId: TERM_IDS[1] });

  const byAnother = await takeBack(principal, key, "Not mine.");
  const byTeacher = await takeBack(teacher, key, "No.");
  const tooLate = await takeBack(principal, over.key, "Too late.");

  expect([byAnother.status, byTeacher.status]).toEqual([403, 403]);
  await expect(loadTakeBack(principal.person, key)).rejects.toMatchObject({ kind: "forbidden" });
  expect([tooLate.status, readFormErrors(tooLate)]).toEqual([
    409,
    { "": "This term is over. You can read and print its reports, but you cannot change them." },
  ]);
  expect((await loadReport(admin.person, key)).signature).toMatchObject({ by: "Admin" });
});

test("a class is asked about before it is signed: how many, and who is left out and why", async () => {
  const given = await createReportScenario({ students: 3 });
  const [first, second] = given.students.map(({ id }) => ({ ...given.key, studentKey: id }));
  if (!first || !second) throw new Error("a class of three has two");
  await completeReport(given, first.studentKey);
  await completeReport(given, second.studentKey);
  const looked = await seenIn(given.key);
  await saveReportAs(given.teacher, second, { changes: { teacher_comment: "Changed meanwhile." } });

  const question = await askAll(principal, given.key, looked);

  expect(readFormReply(question).result).toMatchObject({
    seen: [{ studentKey: first.studentKey }],
    left: [{ why: "changed" }, { why: "incomplete" }],
    uncommented: 1,
    signs: { by: "M. Joseph" },
  });
  expect((await loadReport(principal.person, first)).signature).toBeNull();
});

test("a term that is over is not signed any more", async () => {
  const { key } = await createReportScenario({ termId: TERM_IDS[1] });
  const seen = await fingerprintOf(key);

  const signed = await sign(principal, key, seen);
  const sent = await sendBack(principal, key, { seen, reason: "Please look again." });
  const all = await signClass(principal, key, []);

  expect([signed.status, readFormErrors(signed)]).toEqual([409, { "": NOT_SIGNED_MESSAGES["past-term"] }]);
  expect([sent.status, readFormErrors(sent)]).toEqual([
    409,
    { "": "This term is over. You can read and print its reports, but you cannot change them." },
  ]);
  expect([all.status, readFormErrors(all)]).toEqual([409, { "": NOT_SIGNED_MESSAGES["past-term"] }]);
});

test("a report that is sent back is not signed, says why, and is open again when its teacher says so", async () => {
  const { teacher, key } = await createReportScenario();
  await sign(principal, key, await fingerprintOf(key));
  const dialog = await loadSendBack(principal.person, key);

  await sendBackAsSeen(key, "The comment names another child.");
  const returned = await loadReport(teacher.person, key);
  await resubmitReport(teacher.person, key);
  const resubmitted = await loadReport(principal.person, key);

  expect(dialog.isSigned).toBe(true);
  expect(returned).toMatchObject({
    signature: null,
    returned: { reason: "The comment names another child.", by: "M. Joseph" },
    can: { resubmit: true },
  });
  expect(resubmitted.returned).toBeNull();
});

test("signing settles what a report was sent back for", async () => {
  const { key } = await createReportScenario();
  await sendBackAsSeen(key, "Look at the ratings again.");

  await sign(principal, key, await fingerprintOf(key));

  expect(await loadReport(principal.person, key)).toMatchObject({
    returned: null,
    signature: { changed: false },
  });
});

test.each([
  ["", "Enter what needs to be corrected."],
  ["x".repeat(201), "1 character too many: use at most 200."],
])("a report is not sent back with the reason '%s'", async (reason, refusal) => {
  const { key } = await createReportScenario();

  const sent = await sendBackAsSeen(key, reason);

  expect([sent.status, readFormErrors(sent)]).toEqual([422, { reason: refusal }]);
});

test("a report that changed while it was looked at is not sent back, and is shown as it is now", async () => {
  const given = await createReportScenario();
  const { reviewedFingerprint, missing } = await loadSendBack(principal.person, given.key);
  await completeReport(given);

  const sent = await sendBack(principal, given.key, {
    seen: reviewedFingerprint,
    reason: "The comment is missing.",
  });

  expect([sent.status, readFormErrors(sent)[""]]).toEqual([409, expect.stringContaining("Read it again")]);
  const now = await loadSendBack(principal.person, given.key);
  expect(missing).not.toEqual([]);
  expect(now.missing).toEqual([]);
  expect((await loadReport(principal.person, given.key)).returned).toBeNull();
  expect((await sendBackAsSeen(given.key, "Look again.")).status).toBe(302);
});

test("nobody but the class's teachers resubmits a report", async () => {
  const { key } = await createReportScenario();
  await sendBackAsSeen(key, "Look again.");

  await expect(resubmitReport(principal.person, key)).rejects.toMatchObject({ kind: "forbidden" });
});

test("all complete reports of a class are signed at once; the others are counted", async () => {
  const given = await createReportScenario({ students: 5 });
  const [first, second, third, fourth] = given.students.map(({ id }) => ({ ...given.key, studentKey: id }));
  if (!first || !second || !third || !fourth) throw new Error("five students make five reports");
  for (const { studentKey } of [first, second, third, fourth]) await completeReport(given, studentKey);
  await sign(principal, third, await fingerprintOf(third));
  await sendBackAsSeen(fourth, "Look again.");
  const looked = await seenIn(given.key);
  await saveReportAs(given.teacher, second, {
    changes: { teacher_comment: "Changed while the principal looked." },
  });

  const signed = await signClass(principal, given.key, looked);

  expect(looked.map(({ studentKey }) => studentKey)).toEqual([first.studentKey, second.studentKey]);
  const { signed: count, left } = readFormReply(signed).result as ClassSigningResult;
  expect(count).toBe(1);
  expect(left.map(({ url, why }) => [url.split("/").at(-1), why])).toEqual([
    [String(second.studentKey), "changed"],
    [String(fourth.studentKey), "returned"],
    [String(given.students[4]?.id), "incomplete"],
  ]);
  const { counts, signable } = await loadClassOverview(principal.person, given.key, EVERYTHING);
  expect(counts).toEqual({ total: 5, complete: 3, signed: 2, changed: 0, returned: 1, toSign: 1 });
  expect(signable).toEqual({ shown: 1, hidden: 0 });
});

test("nothing is signed in a class that nobody looked at", async () => {
  const given = await createReportScenario();
  await completeReport(given);

  const signed = await signClass(principal, given.key, []);

  expect(readFormReply(signed).result).toMatchObject({ signed: 0, left: [{ why: "unseen" }] });
});

test("what was looked at comes back by student; anything else is left out", () => {
  const print = "a".repeat(64);

  const { seen } = ReviewedReportsFormSchema.parse({ seen: { "17": print, x: print, "18": "short" } });

  expect(seen).toEqual([{ studentKey: 17, fingerprint: print }]);
});

function sign(visitor: SignedIn, key: ReportKey, seen: string): Promise<RequestResult> {
  return callRoute(signAction, postForm("/", { seen }, visitor), paramsOf(key));
}

function sendBack(visitor: SignedIn, key: ReportKey, fields: Fields): Promise<RequestResult> {
  return callRoute(sendBackAction, postForm("/", fields, visitor), paramsOf(key));
}

function takeBack(visitor: SignedIn, key: ReportKey, reason: string): Promise<RequestResult> {
  return callRoute(takeBackAction, postForm("/", { reason }, visitor), paramsOf(key));
}

function signClass(
  visitor: SignedIn,
  key: ReportKey,
  looked: readonly ReviewedReport[],
): Promise<RequestResult> {
  return callRoute(signAllAction, postForm("/", seenFields(looked), visitor), paramsOf(key));
}

function askAll(
  visitor: SignedIn,
  key: ReportKey,
  looked: readonly ReviewedReport[],
): Promise<RequestResult> {
  return callRoute(askAllAction, postForm("/", seenFields(looked), visitor), paramsOf(key));
}

function seenFields(looked: readonly ReviewedReport[]): Fields {
  return Object.fromEntries(looked.map(({ studentKey, fingerprint }) => [`seen.${studentKey}`, fingerprint]));
}

function paramsOf({ classId, academicTermId, studentKey }: ReportKey) {
  return { classId: String(classId), termId: String(academicTermId), studentKey: String(studentKey) };
}

async function seenIn(key: ReportKey) {
  const { reports } = await loadClassOverview(principal.person, key, EVERYTHING);
  return reports.flatMap(({ key: studentKey, seen }) =>
    seen === null ? [] : [{ studentKey, fingerprint: seen }],
  );
}

/** Returns the report as it is, so that the reviewed version is current. */
async function sendBackAsSeen(key: ReportKey, reason: string): Promise<RequestResult> {
  return sendBack(principal, key, { seen: await fingerprintOf(key), reason });
}

async function fingerprintOf(key: ReportKey): Promise<string> {
  const [record] = await listTermRecords({ ...key, forSigning: true }, noTransaction);
  return record?.fingerprint ?? "";
}

async function versionOf(key: ReportKey): Promise<number | undefined> {
  const [record] = await listTermRecords(key, noTransaction);
  return record?.version;
}

/** Sets a mark as a teacher's sheet does. */
async function setMark({ studentKey, academicTermId }: ReportKey, mark: number): Promise<void> {
  await transaction(TEST, (t) =>
    runQuery(
      "update marks set mark = $3 where student_key = $1 and academic_term_id = $2",
      [studentKey, academicTermId, mark],
      t,
    ),
  );
}

function changeClass({ classId }: ReportKey, assignment: string): Promise<void> {
  return change(`update classes set ${assignment} where class_id = $1`, classId);
}

function change(statement: string, id: number): Promise<void> {
  return transaction(TEST, (t) => runQuery(statement, [id], t));
}

async function givePicture(employeeId: number, name: string): Promise<void> {
  const known = await queryRow("select 1 from files where file_name = $1", [name], noTransaction);
  await transaction(TEST, async (t) => {
    if (!known)
      await runQuery(
        `insert into files (file_name, kind, media_type, bytes, sha256, width, height)
         values ($1, 'signature', 'image/png', 10, '\\x00', 850, 260)`,
        [name],
        t,
      );
    await runQuery("update employees set signature = $2 where employee_id = $1", [employeeId, name], t);
  });
}
