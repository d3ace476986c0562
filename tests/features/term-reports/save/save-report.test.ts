import { expect, test } from "vitest";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { saveReport, buildPostedRow, retryUntilAnswered } from "#tests/support/saves.ts";
import { REPORT_SAVE_DEFINITION } from "#features/term-reports/save/saved-report.server.ts";
import type { ReportKey } from "#domain/paths.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { OWN_CHANGE_AUTHOR } from "#saving/protocol/protocol.ts";
import type { FieldValues } from "#fields/value.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { TERM_IDS, TEST, addCoTeacher, assignDean, createSchool } from "#tests/support/builders/school.ts";
import {
  createReportScenario,
  termRecordWith,
  saveReportAs,
} from "../../../support/builders/report-scenario.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal({ firstName: "Marva", lastName: "Joseph" });

test("what a form teacher writes is stored, with who wrote it in the record of changes", async () => {
  const { teacher, key } = await createReportScenario();
  const changes = {
    total_sessions: 118,
    sessions_absent: 6,
    participation: "Very good",
    respect: "S",
    promotion_progress: "Yes",
    promoted_to: "Std 2",
    teacher_comment: "Reads with understanding.",
  };

  const result = await saveReportAs(teacher, key, { changes, saveId: "first-words" });

  expect(result).toMatchObject({ outcome: "saved", stored: { values: termRecordWith(changes) } });
  const event = await queryRow(
    "select account_id, new_values ->> 'promotion_progress' as progress from audit_events where save_id = 'first-words'",
    [],
    noTransaction,
  );
  expect(event).toEqual({ account_id: teacher.accountId, progress: "true" });
});

test.each([
  ["promotes", "repeating"],
  ["holds back", "promoted_to"],
])("every field of a record that %s is stored, and read again as it was written", async (_what, left) => {
  const { teacher, key } = await createReportScenario();
  const filled = [...TERM_RECORD_FIELDS.values()].map(({ name, kind }) => [
    name,
    kind.choices[0] ?? sampleOf(name),
  ]);
  const written: FieldValues = { ...Object.fromEntries(filled), [left]: null };

  const after = await termTransaction(teacher.person, async (t) => {
    const target = await REPORT_SAVE_DEFINITION.find(teacher.person, key, t);
    const [[row, stored] = absent()] = await REPORT_SAVE_DEFINITION.read(target, null, t);
    await REPORT_SAVE_DEFINITION.store(target, [{ row, values: written, stored }], t);
    const again = (await REPORT_SAVE_DEFINITION.read(target, null, t)).get(row) ?? absent();
    return REPORT_SAVE_DEFINITION.valuesOf(target, again);
  });

  expect(after).toEqual(written);
});

function sampleOf(name: string): string | number {
  if (name === "promoted_to" || name === "repeating") return "Std 2";
  return /^(total_)?sessions/.test(name) ? 7 : `${name} in words`.slice(0, 20);
}

test("what is answered is what is stored, not what was asked for", async () => {
  const { teacher, key } = await createReportScenario();
  const forgetful = {
    ...REPORT_SAVE_DEFINITION,
    store: (...[target, writes, t]: Parameters<typeof REPORT_SAVE_DEFINITION.store>) =>
      REPORT_SAVE_DEFINITION.store(
        target,
        writes.map((write) => ({ ...write, values: { ...write.values, project: null } })),
        t,
      ),
  };
  const rows = [
    { row: String(key.studentKey), base: 0, changes: { participation: "Good", project: "Merit" } },
  ];

  const saved = await saveRows(forgetful, { person: teacher.person, key }, { saveId: "forgetful", rows });

  expect(saved).toMatchObject({
    results: [{ outcome: "saved", stored: { values: { participation: "Good", project: null } } }],
  });
});

test("a comment pasted from a web page is stored as somebody would type it", async () => {
  const { teacher, key } = await createReportScenario();

  const { stored } = await saveReportAs(teacher, key, {
    changes: { teacher_comment: "Works\u00a0very\u00a0hard.\u200b", participation: "\ufeffGood" },
  });

  expect(stored.values).toMatchObject({ teacher_comment: "Works very hard.", participation: "Good" });
});

test("the answer counts the one record", async () => {
  const { teacher, key } = await createReportScenario();
  const send = (changes: FieldValues) => ({
    saveId: `counted-${JSON.stringify(changes).length}`,
    rows: [{ row: String(key.studentKey), base: null, changes }],
  });

  const blank = await saveReport(teacher.person, key, send({ total_sessions: 120 }));
  const written = await saveReport(teacher.person, key, send({ punctual: "R" }));

  expect(blank).toHaveProperty("receipt", { total: 1, blank: 1 });
  expect(written).toHaveProperty("receipt", { total: 1, saved: 1 });
});

test.each<[FieldValues, string]>([
  [{ teacher_comment: "x".repeat(401) }, "1 character too many: use at most 400"],
  [{ participation: "x".repeat(21) }, "1 character too many: use at most 20"],
  [{ project: 3 }, "enter text"],
  [{ teacher_comment: "It\u0092s good." }, "remove the character that cannot be stored"],
  [{ teacher_comment: "a\u0000b" }, "remove the character that cannot be stored"],
  [{ respect: "A" }, "enter C, S or R"],
  [{ total_sessions: 401 }, "the term has 120 sessions"],
  [{ sessions_late: 1.5 }, "Enter a whole number from 0 to 400"],
  [{ sessions_late: "3" }, "Enter a whole number from 0 to 400"],
  [{ total_sessions: 10, sessions_absent: 11 }, "the term has 10 sessions"],
  [
    { total_sessions: 10, sessions_absent: 8, sessions_late: 3 },
    "absent and late add up to 11, but the term has 10 sessions",
  ],
  [{ promotion_progress: "Maybe" }, "promotion progress must be Yes or No"],
  [{ promoted_to: "Std 5" }, "choose a class of the next level"],
  [{ repeating: "Std 2" }, "choose a class of this level"],
  [{ promoted_to: "Std 2", repeating: "Std 1" }, "choose promoted or repeating, not both"],
  [{ principal_comment: "Well done." }, "only the principal can write this comment"],
  [{ signed_by: 1 }, "a term report has no field with this name"],
  [{ constructor: "C" }, "a term report has no field with this name"],
])("%j is refused", async (changes, reason) => {
  const { teacher, key } = await createReportScenario();

  const result = await saveReportAs(teacher, key, { changes });

  expect(result).toMatchObject({ outcome: "refused", refusals: [{ reason }] });
  expect(await versionOf(key.studentKey)).toBe(result.stored.version);
});

test("a refused field holds back no other: fields stand or fall alone, and a repeat changes nothing", async () => {
  const { teacher, key } = await createReportScenario();
  const { stored } = await saveReportAs(teacher, key, { changes: { participation: "Fair" } });
  const input = {
    base: stored.version,
    saveId: "with-one-refused",
    changes: { total_sessions: 999, teacher_comment: "Reads well.", project: "x".repeat(21), respect: "C" },
  };

  const result = await saveReportAs(teacher, key, input);
  const again = await saveReportAs(teacher, key, input);

  expect(result).toEqual({
    row: String(key.studentKey),
    outcome: "refused",
    refusals: [
      {
        reason: "the term has 120 sessions",
        field: "total_sessions",
        fields: ["total_sessions"],
      },
      { reason: "1 character too many: use at most 20", field: "project", fields: ["project"] },
    ],
    stored: {
      version: expect.any(Number) as number,
      values: expect.objectContaining({
        teacher_comment: "Reads well.",
        respect: "C",
        project: null,
      }) as FieldValues,
    },
  });
  expect(again).toEqual(result);
});

test("two fields of one statement fall together", async () => {
  const { teacher, key } = await createReportScenario();

  const result = await saveReportAs(teacher, key, {
    changes: { promoted_to: "Std 2", repeating: "Std 1", punctual: "S" },
  });

  expect(result).toMatchObject({ refusals: [{ fields: ["promoted_to", "repeating"] }] });
  expect(result.stored.values).toMatchObject({ promoted_to: null, repeating: null, punctual: "S" });
});

test("beside a colleague's change the other fields of a save are stored", async () => {
  const { teacher, schoolClass, key } = await createReportScenario();
  const { stored } = await saveReportAs(teacher, key, { changes: { teacher_comment: "Reads." } });
  const other = await createFormTeacher({ firstName: "Carl", lastName: "Pierre" });
  await addCoTeacher(schoolClass, other);
  await saveReportAs(other, key, { changes: { teacher_comment: "Reads a lot." } });

  const result = await saveReportAs(teacher, key, {
    base: stored.version,
    changes: { teacher_comment: "Reads well.", punctual: "S" },
  });

  expect(result).toMatchObject({
    outcome: "conflict",
    by: "C. Pierre",
    fields: [{ field: "teacher_comment" }],
  });
  expect(result.stored.values).toMatchObject({ teacher_comment: "Reads a lot.", punctual: "S" });
});

test("repeating is refused while the student is promoted, until that is taken back", async () => {
  const { teacher, key } = await createReportScenario();
  await saveReportAs(teacher, key, { changes: { promoted_to: "Std 2" } });

  const both = await saveReportAs(teacher, key, { changes: { repeating: "Std 1" } });
  const instead = await saveReportAs(teacher, key, { changes: { promoted_to: null, repeating: "Std 1" } });

  expect(both).toMatchObject({ outcome: "refused", refusals: [{ field: "repeating" }] });
  expect(instead).toMatchObject({
    outcome: "saved",
    stored: { values: { promoted_to: null, repeating: "Std 1" } },
  });
});

test("two teachers who decide differently are told of each other", async () => {
  const { teacher, schoolClass, key } = await createReportScenario();
  const coTeacher = await createFormTeacher({ firstName: "Curtis", lastName: "Pierre" });
  await addCoTeacher(schoolClass, coTeacher);
  const base = await versionOf(key.studentKey);
  await saveReportAs(teacher, key, { base, changes: { promoted_to: "Std 2" } });

  const result = await saveReportAs(coTeacher, key, { base, changes: { repeating: "Std 1" } });

  expect(result).toMatchObject({
    outcome: "conflict",
    fields: expect.arrayContaining([{ field: "promoted_to", from: null, to: "Std 2" }]),
  });
});

test("co-teachers on different fields do not disturb each other", async () => {
  const { teacher, schoolClass, key } = await createReportScenario();
  const coTeacher = await createFormTeacher();
  await addCoTeacher(schoolClass, coTeacher);
  const base = await versionOf(key.studentKey);
  await saveReportAs(teacher, key, { base, changes: { respect: "C" } });

  const result = await saveReportAs(coTeacher, key, {
    base,
    changes: { teacher_comment: "Kind to others." },
  });

  expect(result).toMatchObject({
    outcome: "saved",
    stored: { values: { respect: "C", teacher_comment: "Kind to others." } },
  });
});

test("a colleague's newer comment is a conflict that names them, and nothing is overwritten", async () => {
  const { teacher, key } = await createReportScenario();
  const base = await versionOf(key.studentKey);
  await saveReportAs(admin, key, { base, changes: { teacher_comment: "Theirs." } });

  const result = await saveReportAs(teacher, key, { base, changes: { teacher_comment: "Mine." } });

  expect(result).toMatchObject({
    outcome: "conflict",
    by: "Admin",
    fields: [{ field: "teacher_comment", from: null, to: "Theirs." }],
    stored: { values: { teacher_comment: "Theirs." } },
  });
});

test("what one wrote on another page is a conflict with oneself", async () => {
  const { teacher, key } = await createReportScenario();
  const base = await versionOf(key.studentKey);
  await saveReportAs(teacher, key, { base, changes: { teacher_comment: "At school." } });

  const result = await saveReportAs(teacher, key, { base, changes: { teacher_comment: "At home." } });

  expect(result).toMatchObject({ outcome: "conflict", by: OWN_CHANGE_AUTHOR });
});

test("a repeat of a save that was answered on the way is harmless", async () => {
  const { teacher, key } = await createReportScenario();
  const base = await versionOf(key.studentKey);
  const lost = { base, changes: { respect: "S" }, saveId: "lost-on-the-way" };
  const first = await saveReportAs(teacher, key, lost);
  await saveReportAs(admin, key, { base: first.stored.version, changes: { respect: "R" } });

  const repeated = await saveReportAs(teacher, key, lost);

  expect(repeated).toMatchObject({ outcome: "saved", stored: { values: { respect: "R" } } });
});

test("spaces are no comment, and clearing one is a save like any other", async () => {
  const { teacher, key } = await createReportScenario();
  await saveReportAs(teacher, key, { changes: { teacher_comment: "To be taken back.\r\nYes." } });
  const before = await textOf(key.studentKey);

  const cleared = await saveReportAs(teacher, key, { changes: { teacher_comment: "  " } });

  expect(before).toBe("To be taken back.\nYes.");
  expect(cleared).toMatchObject({ outcome: "saved", stored: { values: { teacher_comment: null } } });
  expect(await textOf(key.studentKey)).toBe("");
});

test("the principal writes the own comment and nothing else", async () => {
  const { key } = await createReportScenario();

  const own = await saveReportAs(principal, key, { changes: { principal_comment: "Steady work." } });
  const others = await saveReportAs(principal, key, { changes: { respect: "C" } });

  expect(own).toMatchObject({ outcome: "saved", stored: { values: { principal_comment: "Steady work." } } });
  expect(others).toMatchObject({
    outcome: "refused",
    refusals: [{ reason: "only the form teacher of the class can change this" }],
  });
});

test("an admin writes the report, and the principal's comment only with id 10", async () => {
  const { key } = await createReportScenario();
  const withoutTen = await createFormTeacher({ permissions: [2, 9] });

  const report = await saveReportAs(withoutTen, key, { changes: { respect: "S" } });
  const comment = await saveReportAs(withoutTen, key, { changes: { principal_comment: "Mine." } });
  const all = await saveReportAs(admin, key, { changes: { principal_comment: "Good.", respect: "C" } });

  expect(report).toMatchObject({ outcome: "saved" });
  expect(comment).toMatchObject({
    outcome: "refused",
    refusals: [{ reason: "only the principal can write this comment" }],
  });
  expect(all).toMatchObject({ outcome: "saved" });
});

test("a dean reads the reports of the assignment, and other teachers find none", async () => {
  const { schoolClass, key } = await createReportScenario({ formClassId: "Std 3" });
  const [dean, stranger] = [await createFormTeacher(), await createFormTeacher()];
  await assignDean(schoolClass, dean);
  const request = {
    saveId: "not-theirs",
    rows: [{ row: String(key.studentKey), base: 0, changes: { respect: "C" } }],
  };

  const read = await saveReport(dean.person, key, request);
  const found = saveReport(stranger.person, key, request);

  expect(read).toMatchObject({ closed: { why: "not-yours" } });
  await expect(found).rejects.toMatchObject({ kind: "notFound" });
});

test("a term that is over takes nothing, from an admin either", async () => {
  const { key } = await createReportScenario({ termId: TERM_IDS[1] });

  const saved = await saveReport(admin.person, key, {
    saveId: "too-late",
    rows: [{ row: String(key.studentKey), base: 0, changes: { respect: "C" } }],
  });

  expect(saved).toMatchObject({ closed: { why: "past-term" } });
});

test("a student of another class is not on this report", async () => {
  const { teacher, key } = await createReportScenario();
  const other = await createReportScenario();

  const saved = await saveReport(teacher.person, key, {
    saveId: "another-row",
    rows: [{ row: String(other.student.id), base: 0, changes: { respect: "C" } }],
  });

  expect(saved).toMatchObject({
    results: [{ outcome: "refused", refusals: [{ reason: "no longer in this class" }] }],
  });
  await expect(
    saveReport(teacher.person, { ...key, studentKey: other.student.id }, { saveId: "another", rows: [] }),
  ).rejects.toMatchObject({ kind: "notFound" });
});

test("two first saves of a report without a record leave one, and the later one is told", async () => {
  const { teacher, key } = await createReportScenario();
  await transaction(TEST, (t) =>
    runQuery("delete from term_records where student_key = $1", [key.studentKey], t),
  );

  const results = await Promise.all(
    ["C", "S", "R"].map((respect) =>
      retryUntilAnswered(() => saveReportAs(teacher, key, { base: 0, changes: { respect } })),
    ),
  );

  expect(results.map(({ outcome }) => outcome).sort()).toEqual(["conflict", "conflict", "saved"]);
  const stored = await queryRows(
    "select total_sessions from term_records where student_key = $1 and academic_term_id = $2",
    [key.studentKey, key.academicTermId],
    noTransaction,
  );
  expect(stored).toEqual([{ total_sessions: 120 }]);
});

test("an old form takes back nothing that it did not change", async () => {
  const { teacher, key } = await createReportScenario();
  const base = await versionOf(key.studentKey);
  await saveReportAs(admin, key, { base, changes: { respect: "C", teacher_comment: "Newer." } });

  const sent = await sendForm(teacher, key, base, { respect: null, punctual: "S", teacher_comment: null });

  expect(sent).toEqual({ status: 200, outcome: { state: "saved" } });
  expect(await textOf(key.studentKey)).toBe("Newer.");
});

test("a form whose value a colleague changed gets both back, with 409", async () => {
  const { teacher, key } = await createReportScenario();
  const base = await versionOf(key.studentKey);
  await saveReportAs(admin, key, { base, changes: { respect: "C" } });

  const sent = await sendForm(teacher, key, base, { respect: "R", punctual: "S" });

  expect(sent).toMatchObject({
    status: 409,
    outcome: { state: "changed", by: "Admin", base, typed: { respect: "R", punctual: "S" } },
  });
});

test("a form that is refused keeps what was typed, with 422", async () => {
  const { teacher, key } = await createReportScenario();
  const base = await versionOf(key.studentKey);

  const sent = await sendForm(teacher, key, base, { sessions_late: "three" });

  expect(sent).toMatchObject({
    status: 422,
    outcome: { state: "refused", refusals: [{ field: "sessions_late" }], typed: { sessions_late: "three" } },
  });
});

test("a form of a term that ended meanwhile says so and keeps what was typed", async () => {
  const { teacher, key } = await createReportScenario({ termId: TERM_IDS[0] });
  const base = await versionOf(key.studentKey, TERM_IDS[0]);

  const sent = await sendForm(teacher, key, base, { respect: "R" });

  expect(sent).toEqual({
    status: 409,
    outcome: {
      state: "refused",
      refusals: [{ reason: "this term is over", field: null, fields: ["respect"] }],
      typed: { respect: "R" },
    },
  });
});

async function sendForm({ person }: SignedIn, key: ReportKey, base: number, values: FieldValues) {
  const row = String(key.studentKey);
  const { status, outcomes } = await savePostedForm(REPORT_SAVE_DEFINITION, { person, key }, [
    buildPostedRow(row, base, values),
  ]);
  return { status, outcome: outcomes[row] };
}

async function versionOf(studentKey: number, termId: number = TERM_IDS[2]): Promise<number> {
  const stored = await queryRow<{ version: number }>(
    "select version from term_records where student_key = $1 and academic_term_id = $2",
    [studentKey, termId],
    noTransaction,
  );
  return stored?.version ?? 0;
}

async function textOf(studentKey: number): Promise<string | undefined> {
  const stored = await queryRow<{ teacher_comment: string }>(
    "select teacher_comment from term_records where student_key = $1 and academic_term_id = $2",
    [studentKey, TERM_IDS[2]],
    noTransaction,
  );
  return stored?.teacher_comment;
}

function absent(): never {
  throw new Error("the report has no row");
}
