import { beforeEach, expect, test } from "vitest";
import {
  action as duplicatesAction,
  loader as duplicatesLoader,
} from "../../../app/routes/students/duplicates.tsx";
import { action, loader } from "../../../app/routes/students/merge.tsx";
import { action as undoAction, loader as undoLoader } from "../../../app/routes/students/undo-merge.tsx";
import { loader as recordLoader } from "../../../app/routes/students/record.tsx";
import { createAuthorToken } from "#access/author.server.ts";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { AbsenceCall } from "#db/models/attendance.ts";
import { AssessmentCriterion, CriterionGrade } from "#db/models/marks.ts";
import { StoredFile } from "#db/models/files.ts";
import { StudentDocument, StudentFamily, StudentPersonal } from "#db/models/student-records.ts";
import { readStudentSnapshot } from "#db/queries/people/merges/images.ts";
import { TABLES_NOT_MERGED, STUDENT_TABLE_NAMES } from "#db/queries/people/merges/tables.ts";
import { MARK_SHEET_SAVE_DEFINITION } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import { findStudentKeyById } from "#db/queries/subjects/assignments.ts";
import type { DuplicatesView, FailedComparison } from "#features/students/duplicates/duplicates.server.ts";
import type { MergeView } from "#features/students/merge/merge.server.ts";
import type { MergeSide } from "#features/students/merge/slots.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import {
  chooseLesson,
  createMark,
  createStudents,
  registerStudents,
  type Student,
} from "#tests/support/builders/students.ts";
import { callRoute, readFormErrors, getRequest, postForm, readFormValues } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const other = await createTeacher({ firstName: "Other", lastName: "Teacher" });
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher });
const std5 = await createClass({ formClassId: "Std 5", label: "Std 5 N", formTeacher: other });
const maths = await createLesson(formTeacher, std4);
const mathsOfOther = await createLesson(other, std4);
const spanish = await createLesson(other, std5, { subject: "Spanish" });
const criterion = await transaction(TEST, (t) =>
  AssessmentCriterion.insert(
    { subject_id: maths.subjectId, form_level: 1, detail: "Counts to 20", position: 1 },
    t,
  ),
);
const [FIRST, SECOND, THIRD] = TERM_IDS;

let kept: Student;
let merged: Student;
let made = 0;
const NAMES = [
  "Anika",
  "Brandon",
  "Camille",
  "Dexter",
  "Esther",
  "Farida",
  "Gideon",
  "Hollis",
  "Isidore",
  "Jamila",
  "Kelvin",
  "Lystra",
];

/** The two records of one child are in one class in the first two terms, and in another in the third. */
beforeEach(async () => {
  made += 1;
  [kept, merged] = await twoRecords(NAMES[made - 1] ?? "Nobody");
});

test("all that was the other's goes to the record that stays, and comes back as it was", async () => {
  await enterThreeTerms();
  const before = await fingerprint();

  const preview = await shown();
  const merging = await merge({ ...chosenOf(preview, "merged"), ...allOf(preview.fields, "merged") });

  expect(merging.location).toBe("/app/students/duplicates");
  expect(titlesOf(preview)).toEqual([
    "2025-2026, Term 1: Mathematics, Mid Term",
    "2025-2026, Term 1: Term report",
    "2025-2026, Term 3: Class",
    "2025-2026: Mathematics",
    "Attendance: Registers that list both records: 1 session",
    "Documents: Birth Certificate",
  ]);
  expect(await marksOf(kept)).toEqual([
    [FIRST, 1, "61.00", null],
    [FIRST, 2, "70.00", 4],
    [SECOND, 1, "80.00", null],
    [THIRD, 1, "90.00", null],
  ]);
  expect(await marksOf(merged)).toEqual([]);
  expect(await rowOf(kept)).toMatchObject({
    student_id: merged.studentId,
    serial_number: `N${merged.id}`,
    picture: `${merged.id}.jpg`,
    student_status_id: 1,
  });
  expect(await trailOf(clerk)).toEqual(
    expect.arrayContaining(["marks update", "registrations delete", "students update"]),
  );
  expect(await readersOf(merged)).toEqual(["family", "medical"]);
  expect(await rowOf(merged)).toMatchObject({
    student_id: kept.studentId,
    serial_number: `N${kept.id}`,
    picture: `${kept.id}.jpg`,
    student_status_id: 6,
    merged_into: kept.id,
  });
  expect(await findStudentKeyById(kept.studentId, noTransaction)).toBe(kept.id);
  const undone = await undo();
  expect(undone.location).toBe("/app/students/duplicates");
  expect(await fingerprint()).toEqual(before);
  expect(await securityEvents()).toEqual(["students-merged", "merge-undone"]);
});

test("what the record that stays has already is not overwritten", async () => {
  await enterThreeTerms();

  const preview = await shown();
  await merge(chosenOf(preview, "kept"));

  expect((await marksOf(kept)).find(([term, testId]) => term === FIRST && testId === 2)).toEqual([
    ...[FIRST, 2, "50.00", null],
  ]);
  const { student_id, first_name } = await rowOf(kept);
  expect([student_id, first_name]).toEqual([kept.studentId, kept.firstName]);
  // Blank fields are filled from the other record.
  expect(await personalOf(kept)).toEqual({
    town: "Arima",
    email: "kept@school.example",
    nationality: "Trinidadian",
  });
});

test("a merge waits until every contradiction is decided, and keeps what was chosen", async () => {
  await enterThreeTerms();
  const preview = await shown();

  const chosen = { version: preview.version, "general/town": "merged", ...firstOf(preview, "kept") };
  const answer = await post(chosen);

  const { "": words, ...open } = readFormErrors(answer);
  expect([answer.status, words]).toEqual([422, expect.stringContaining("Choose which value to keep")]);
  expect(Object.values(open).toSorted()).toEqual(
    titlesOf(preview).filter((title) => !title.startsWith("2025-2026: ")),
  );
  expect(readFormValues(answer)).toEqual(chosen);
  expect(await rowOf(merged)).toMatchObject({ student_status_id: 1 });
});

test("records that were changed since they were shown are shown again", async () => {
  const preview = await shown();
  await createMark(kept, maths, { termId: FIRST, mark: 12 });

  const answer = await merge(chosenOf(preview, "kept"));

  expect([answer.status, readFormErrors(answer)]).toEqual([
    409,
    { "": expect.stringContaining("One of the records was changed") as string },
  ]);
  expect(readFormValues(answer)["version"]).toBe((await shown()).version);
  expect(await rowOf(merged)).toMatchObject({ student_status_id: 1 });
});

test("a merge is not undone over what was entered since, and says what", async () => {
  await createMark(merged, maths, { termId: FIRST, mark: 61 });
  await merge(chosenOf(await shown(), "kept"));
  await transaction(TEST, (t) => runQuery("update marks set mark = 62 where student_key = $1", [kept.id], t));
  await createMark(kept, maths, { termId: SECOND, mark: 44 });

  const { body } = await callRoute(
    undoLoader,
    getRequest("/app/students/duplicates/merges/1", clerk),
    await mergeParams(),
  );
  const undone = await undo();

  expect((body as { against: string[] }).against).toEqual(["2 marks"]);
  expect([undone.status, readFormErrors(undone)]).toEqual([
    409,
    {
      "": "You cannot undo this merge because one of the records was changed afterwards. Correct the record by hand.",
    },
  ]);
  expect(await rowOf(merged)).toMatchObject({ student_status_id: 6 });
});

test("a record that was merged away is in no list, opens no more, and its ID finds the other", async () => {
  await merge(chosenOf(await shown(), "kept"));

  const opened = await callRoute(recordLoader, getRequest(`/app/students/${merged.id}`, admin), {
    studentKey: String(merged.id),
  });

  expect(opened.status).toBe(404);
  expect(await findStudentKeyById(merged.studentId, noTransaction)).toBe(kept.id);
  expect((await listed()).pairs.some(isOurs)).toBe(false);
  expect((await listed(admin)).pairs.some(isOurs)).toBe(false);
});

test("a mark that waited for a record that was merged away is refused with whose it is now", async () => {
  await registerStudents(std4, [kept, merged], [THIRD]);
  await merge(chosenOf(await shown(), "kept"));
  const key = {
    lessonId: maths.lessonId,
    academicTermId: THIRD,
    testId: 2 as const,
    fortnightlyTestId: null,
  };
  const waited = (student: Student) => ({ row: String(student.id), base: null, changes: { mark: 55 } });
  const [elsewhere] = await createStudents(std5, 1, [THIRD]);

  const saved = await saveRows(
    MARK_SHEET_SAVE_DEFINITION,
    { person: formTeacher.person, key },
    { saveId: crypto.randomUUID(), rows: [waited(merged), waited(elsewhere ?? kept)] },
  );

  const results = saved.closed === null ? saved.results : [];
  const reasons = results.map((result) => (result.outcome === "refused" ? result.refusals[0]?.reason : null));
  expect(reasons).toEqual([
    `this record was merged with ${kept.firstName} Baptiste, ${kept.studentId}: enter it there`,
    "no longer in this class",
  ]);
});

test("who is merged twice is found by each ID, and the first merge is over", async () => {
  const [third] = await createStudents(std4, 1, [FIRST]);
  await merge(chosenOf(await shown(), "kept"));
  const first = await mergeParams();
  const [one, two] = [kept, merged];
  [kept, merged] = [third ?? kept, one];

  await merge(chosenOf(await shown(), "kept"));

  expect(await findStudentKeyById(two.studentId, noTransaction)).toBe(kept.id);
  expect(await findStudentKeyById(one.studentId, noTransaction)).toBe(kept.id);
  const { status } = await callRoute(
    undoLoader,
    getRequest("/app/students/duplicates/merges/1", clerk),
    first,
  );
  expect(status).toBe(404);
});

test("records that are alike are listed until they are merged, or said to be two children", async () => {
  await createMark(merged, maths, { termId: FIRST, mark: 61 });

  const before = (await listed()).pairs.find(isOurs);
  await callRoute(duplicatesAction, postForm("/app/students/duplicates", pairForm(), clerk));
  const after = (await listed()).pairs.find(isOurs);

  expect(before).toMatchObject({ kept: { key: merged.id }, merged: { key: kept.id }, likeness: "same" });
  expect(after).toBeUndefined();
});

test("any two are compared by their IDs", async () => {
  const compare = (one: string, two: string) =>
    callRoute(duplicatesLoader, getRequest(`/app/students/duplicates?one=${one}&other=${two}`, clerk));

  const found = await compare(kept.studentId, merged.studentId);
  const missing = await compare(kept.studentId, "NOBODY");
  const same = await compare(kept.studentId, kept.studentId);

  expect(found.location).toBe(`/app/students/duplicates/${kept.id}/${merged.id}`);
  expect([missing.status, same.status]).toEqual([422, 422]);
  expect((missing.body as { failedComparison: FailedComparison }).failedComparison.faults).toEqual({
    other: "No student has this ID. Check the ID.",
  });
});

test("who has left is merged by an administrator alone", async () => {
  await transaction(TEST, (t) =>
    runQuery("update students set student_status_id = 4 where id = $1", [kept.id], t),
  );

  const byClerk = await callRoute(loader, getRequest(pathOf(), clerk), paramsOf());
  const preview = await shown(admin);

  expect(byClerk.status).toBe(404);
  expect(preview.fields[0]?.choices).toEqual(
    expect.arrayContaining([expect.objectContaining({ title: "Status", kept: "Left", chosen: "merged" })]),
  );
});

test("a past term that was opened for the other is open for the record that stays, and an undo gives it back", async () => {
  await transaction(TEST, (t) =>
    runQuery(
      `insert into entry_corrections (academic_term_id, student_key, until, reason, opened_by)
       values ($term, $student, current_date + 7, 'A mark was entered for the wrong child.', $account)`,
      { term: FIRST, student: merged.id, account: admin.accountId },
      t,
    ),
  );
  const corrected = () =>
    queryRows("select student_key from entry_corrections order by entry_correction_id", [], noTransaction);

  await merge(chosenOf(await shown(), "kept"));
  const after = await corrected();
  await undo();

  expect(after).toEqual([{ student_key: kept.id }]);
  expect(await corrected()).toEqual([{ student_key: merged.id }]);
});

test("merging treats every table that names a student, or says why it does not", async () => {
  const naming = await queryRows<{ name: string }>(
    `select distinct c.conrelid::regclass::text as name
       from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'students'::regclass
      union
     select table_name::text from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name in ('student_key', 'student_id') and table_name <> 'students'
        and table_type = 'BASE TABLE'
      order by name`,
    [],
    noTransaction,
  );
  const treated = [...STUDENT_TABLE_NAMES, ...Object.keys(TABLES_NOT_MERGED)];

  expect(naming.filter(({ name }) => !treated.includes(name as never))).toEqual([]);
});

async function twoRecords(firstName: string): Promise<[Student, Student]> {
  const twice = [
    { firstName, lastName: "Baptiste" },
    { firstName, lastName: "Baptiste" },
  ];
  const [one, two] = await createStudents(std4, twice, [FIRST]);
  if (!one || !two) throw new Error("nobody was made");
  return [one, two];
}

/** Enters marks in three terms, and everything else that a record can have, in both records. */
async function enterThreeTerms(): Promise<void> {
  await registerStudents(std4, [kept], [THIRD]);
  await registerStudents(std5, [merged], [SECOND, THIRD]);
  await createMark(kept, maths, { termId: FIRST, testId: 2, mark: 50 });
  await grade(await createMark(merged, maths, { termId: FIRST, testId: 2, mark: 70 }), 4);
  await createMark(merged, maths, { termId: FIRST, mark: 61 });
  await createMark(kept, maths, { termId: FIRST });
  await createMark(merged, maths, { termId: SECOND, mark: 80 });
  await createMark(kept, maths, { termId: THIRD, mark: 90 });
  await chooseLesson(maths, [kept]);
  await chooseLesson(mathsOfOther, [merged]);
  await chooseLesson(spanish, [merged]);
  await markRegister(
    std4,
    [
      [kept, "P"],
      [merged, { state: "A", reason: "sick" }],
    ],
    day(1),
  );
  await markRegister(std5, [[merged, "L"]], day(2));
  await markRegister(std4, [[kept, "P"]], { ...day(2), session: 2 });
  await transaction(TEST, async (t) => {
    await AbsenceCall.insert(
      { student_key: merged.id, day: dayOf(1), called_by: clerk.accountId, note: "Flu" },
      t,
    );
    await StudentPersonal.insert({ student_key: kept.id, town: "Arima", email: "kept@school.example" }, t);
    await StudentPersonal.insert({ student_key: merged.id, town: "Couva", nationality: "Trinidadian" }, t);
    await StudentFamily.insert({ student_key: merged.id, relationship: 2, name: "Ann Baptiste" }, t);
    await runQuery(
      `update term_records set teacher_comment = 'By ' || student_key where student_key = any ($1) and academic_term_id = $2`,
      [[kept.id, merged.id], FIRST],
      t,
    );
    for (const { id } of [kept, merged]) {
      const file = { file_name: `${id}.pdf`, kind: "document", media_type: "application/pdf" };
      await StoredFile.insert({ ...file, bytes: 9, sha256: Buffer.from("a") }, t);
      const photo = { file_name: `${id}.jpg`, kind: "picture", media_type: "image/jpeg" };
      await StoredFile.insert({ ...photo, bytes: 9, sha256: Buffer.from("b"), width: 3, height: 4 }, t);
      await runQuery(
        "update students set serial_number = 'N' || id, picture = $2 where id = $1",
        [id, photo.file_name],
        t,
      );
      const paper = {
        description: "Birth Certificate",
        original_name: "b.pdf",
        file_name: file.file_name,
      } as const;
      await StudentDocument.insert({ ...paper, student_key: id }, t);
    }
  });
}

let days = 0;
function dayOf(index: number): string {
  return `2026-06-${String(days * 2 + index).padStart(2, "0")}`;
}
function day(index: number) {
  if (index === 1) days += 1;
  return { day: dayOf(index), by: formTeacher };
}

function grade({ markId, version }: { markId: number; version: number }, given: number): Promise<unknown> {
  return transaction(TEST, (t) =>
    CriterionGrade.insert(
      { mark_id: markId, criterion_id: criterion.criterion_id, grade: given, version },
      t,
    ),
  );
}

function pathOf(): string {
  return `/app/students/duplicates/${kept.id}/${merged.id}`;
}

function paramsOf() {
  return { keptKey: String(kept.id), mergedKey: String(merged.id) };
}

async function shown(visitor = clerk as { cookie: string }): Promise<MergeView> {
  const { body } = await callRoute(loader, getRequest(pathOf(), visitor), paramsOf());
  return body as MergeView;
}

function post(fields: Record<string, string>) {
  return callRoute(
    action,
    postForm(pathOf(), { author: createAuthorToken(clerk), ...fields }, clerk),
    paramsOf(),
  );
}

const merge = post;

async function mergeParams() {
  const found = await queryRow<{ merge_id: number }>(
    "select merge_id from student_merges where kept_key = $1",
    [kept.id],
    noTransaction,
  );
  return { mergeId: String(found?.merge_id) };
}

async function undo() {
  const params = await mergeParams();
  const path = `/app/students/duplicates/merges/${params.mergeId}`;
  return callRoute(undoAction, postForm(path, { author: createAuthorToken(clerk) }, clerk), params);
}

/** Builds the form of the page, with every contradiction decided for one side. */
function chosenOf({ version, contradictions, fields }: MergeView, side: MergeSide): Record<string, string> {
  return {
    version,
    ...Object.fromEntries(
      fields.flatMap(({ choices }) => choices).map(({ name, chosen }) => [name, String(chosen)]),
    ),
    ...allOf(contradictions, side),
  };
}

function allOf(groups: MergeView["fields"], side: MergeSide): Record<string, string> {
  return Object.fromEntries(groups.flatMap(({ choices }) => choices).map(({ name }) => [name, side]));
}

function firstOf({ contradictions }: MergeView, side: MergeSide): Record<string, string> {
  const name = contradictions[0]?.choices[0]?.name ?? "";
  return { [name]: side };
}

function titlesOf({ contradictions }: MergeView): string[] {
  return contradictions
    .flatMap(({ title, choices }) => choices.map((choice) => `${title}: ${choice.title}`))
    .toSorted();
}

/** Returns everything of both records, except versions and times. */
async function fingerprint() {
  const image = await readStudentSnapshot({ keys: [kept.id, merged.id], locked: false }, noTransaction);
  const hidden = new Set(["version", "updated_at"]);
  return JSON.parse(
    JSON.stringify(image, (name, value: unknown) => (hidden.has(name) ? undefined : value)),
  ) as object;
}

async function marksOf({ id }: Student) {
  const found = await queryRows<{ cells: unknown[] }>(
    `select jsonb_build_array(m.academic_term_id, m.test_id, m.mark::text, g.grade) as cells
       from marks m left join criterion_grades g using (mark_id)
      where m.student_key = $1
      order by m.academic_term_id, m.test_id`,
    [id],
    noTransaction,
  );
  return found.map(({ cells }) => cells);
}

async function rowOf({ id }: Student): Promise<Record<string, unknown>> {
  const found = await queryRow<Record<string, unknown>>(
    "select * from students where id = $1",
    [id],
    noTransaction,
  );
  return found ?? {};
}

function personalOf({ id }: Student) {
  return queryRow(
    "select town, email, nationality from student_personal where student_key = $1",
    [id],
    noTransaction,
  );
}

/** Lists the last merge's changes in the audit trail. */
async function trailOf({ accountId }: { accountId: number }): Promise<string[]> {
  const found = await queryRows<{ what: string }>(
    `select distinct e.table_name || ' ' || e.operation as what
       from audit_events e
      where e.save_id = (select 'merge-' || max(merge_id) from student_merges) and e.account_id = $1
      order by what`,
    [accountId],
    noTransaction,
  );
  return found.map(({ what }) => what);
}

/** Lists the parts of the record whose reading was logged. */
async function readersOf({ id }: Student): Promise<string[]> {
  const found = await queryRows<{ record: string }>(
    "select distinct record from record_views where student_key = $1 order by record",
    [id],
    noTransaction,
  );
  return found.map(({ record }) => record);
}

async function securityEvents(): Promise<string[]> {
  const found = await queryRows<{ kind: string }>(
    "select kind from security_events order by event_id desc limit 2",
    [],
    noTransaction,
  );
  return found.map(({ kind }) => kind).toReversed();
}

async function listed(visitor: { cookie: string } = clerk): Promise<DuplicatesView> {
  const { body } = await callRoute(duplicatesLoader, getRequest("/app/students/duplicates", visitor));
  return (body as { duplicates: DuplicatesView }).duplicates;
}

function isOurs(pair: DuplicatesView["pairs"][number]): boolean {
  return [pair.kept.key, pair.merged.key].includes(kept.id);
}

function pairForm(): Record<string, string> {
  return { author: createAuthorToken(clerk), one: String(merged.id), other: String(kept.id) };
}
