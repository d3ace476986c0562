import { expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import { createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import { callRoute, getRequest, postForm, sendJson } from "#tests/support/request.ts";
import {
  TERM_IDS,
  TEST,
  createClass,
  createLesson,
  createSchool,
  type Lesson,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { transaction } from "#db/index.ts";
import { saveReportCardSetting } from "#db/queries/reports/report-card-settings.ts";
import { DEFAULT_REPORT_CARD_SETTINGS } from "#domain/documents/card-parts.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { action as putBack } from "../../../app/routes/mark-sheet/history.tsx";
import { action as saveSheet, loader as showSheet } from "../../../app/routes/mark-sheet/sheet.tsx";

await freshDatabase();
await createSchool();
const teacher = await createTeacher();
const schoolClass = await createClass();
const { lessonId } = await createLesson(teacher, schoolClass);
const [student] = await createStudents(schoolClass, 1);
const params = {
  lessonId: String(lessonId),
  termId: String(TERM_IDS[2]),
  test: "1",
  studentKey: String(student?.id),
};

test.each([
  ["the sheet's form", saveSheet],
  ["putting back", putBack],
])("a body that is no form is turned away and is no surprise: %s", async (_what, action) => {
  const request = sendJson(`/app/mark-sheet/${lessonId}/${TERM_IDS[2]}/1`, { mark: 72 }, teacher);

  const answer = await callRoute(action, request, params);

  expect(answer.status).toBe(400);
});

test("Next Subject without script takes along what was typed; where something is refused it stays", async () => {
  const url = `/app/mark-sheet/${lessonId}/${TERM_IDS[2]}/1`;
  const go = "/app/mark-sheet";
  const send = (mark: string) =>
    callRoute(
      saveSheet,
      postForm(url, { [`base.${student?.id}`]: "0", [`mark.${student?.id}`]: mark, go }, teacher),
      params,
    );

  const refused = await send("300");
  const saved = await send("72");

  expect([refused.status, refused.headers.get("Location")]).toEqual([422, null]);
  expect(refused.body).toMatchObject({ leaveTo: go });
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, go]);
  const page = await callRoute(showSheet, getRequest(url, teacher), params);
  expect(page.body).toMatchObject({ rows: [{ values: { mark: 72 } }] });
});

test("a colleague's sheet of a subject that is shared leads to one's own", async () => {
  const formTeacher = await createFormTeacher();
  const led = await createClass({ formClassId: "Std 2", formTeacher });
  const theirs = await createLesson(teacher, led);
  const own = await createLesson(formTeacher, led, { subjectId: theirs.subjectId });
  const other = await createLesson(teacher, led, { subject: "Science" });
  const visit = (of: Lesson) =>
    callRoute(showSheet, getRequest(`/app/mark-sheet/${of.lessonId}/${TERM_IDS[2]}/1`, formTeacher), {
      ...params,
      lessonId: String(of.lessonId),
    });

  const [shared, read] = [await visit(theirs), await visit(other)];

  expect([shared.status, shared.location]).toEqual([302, `/app/mark-sheet/${own.lessonId}/${TERM_IDS[2]}/1`]);
  expect(read).toMatchObject({ status: 200, body: { canEdit: false } });
});

test("the sheets of a weighted result tell how it is made, with the mark of the other part", async () => {
  const weighted = await createClass({ formClassId: "Std 3" });
  const lesson = await createLesson(teacher, weighted, { subject: "Geography" });
  const [both] = (await createStudents(weighted, 1)) as [Student];
  await createMark(both, lesson, { testId: 2, mark: 90 });
  await createMark(both, lesson, { mark: 60 });
  const open = async (test: string) => {
    const of = { ...params, lessonId: String(lesson.lessonId), test };
    const path = `/app/mark-sheet/${lesson.lessonId}/${TERM_IDS[2]}/${test}`;
    return (await callRoute(showSheet, getRequest(path, teacher), of)).body;
  };
  const before = await open("1");

  await transaction(TEST, (t) =>
    saveReportCardSetting(
      {
        form_level: 5,
        from_term_id: 0,
        grading: { ...DEFAULT_GRADING, weights: { level: 30, exceptions: [] } },
        graded_at: null,
        card: DEFAULT_REPORT_CARD_SETTINGS,
      },
      t,
    ),
  );

  expect(before).not.toHaveProperty("result");
  expect(await open("1")).toMatchObject({
    result: { courseWeight: 30, isExam: true, otherTitle: "Mid Term" },
    rows: [{ values: { mark: 60 }, other: { mark: 90, maxMark: 100 } }],
  });
  expect(await open("2")).toMatchObject({
    result: { courseWeight: 30, isExam: false, otherTitle: "End of Term" },
    rows: [{ values: { mark: 90 }, other: { mark: 60, maxMark: 100 } }],
  });
});

test("a form whose bytes are no text saves nothing", async () => {
  const path = `/app/mark-sheet/${lessonId}/${TERM_IDS[2]}/1`;
  const form = postForm(path, { [`base.${params.studentKey}`]: "0" }, teacher);
  const request = new Request(form, { body: `base.${params.studentKey}=0&mark.${params.studentKey}=7%ff` });

  const answer = await callRoute(saveSheet, request, params);

  expect(answer).toMatchObject({
    status: 422,
    body: { message: "This text is not in UTF-8. Send it in UTF-8." },
  });
});
