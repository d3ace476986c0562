import { expect, test } from "vitest";
import { loader } from "../../app/routes/late-board.tsx";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";
import { createClass, createLesson, createSchool, TERM_IDS } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";

await freshDatabase();
await createSchool();
const teacher = await createFormTeacher();
const held = await createClass({ formClassId: "Std 4", formTeacher: teacher });
const lesson = await createLesson(teacher, held);
await createStudents(held, 2);

const BOARD = "/app/late-board";

test("the board is for the principal and admins", async () => {
  const visitors = [await createAdmin(), await createPrincipal(), teacher, null];

  const answers = await Promise.all(visitors.map((visitor) => callRoute(loader, getRequest(BOARD, visitor))));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 302]);
});

test("it shows the current term, and leads to the sheets and reports of a class", async () => {
  const principal = await createPrincipal();

  const { body } = await callRoute(loader, getRequest(`${BOARD}?by=subjects`, principal));

  const reports = `/app/term-reports/${held.classId}/${TERM_IDS[2]}`;
  const { board } = body as { board: { groups: { lines: { sheets: { url: string }[] }[] }[] } };
  expect(board).toMatchObject({ term: { id: TERM_IDS[2] }, terms: [{}, {}, {}] });
  expect(board.groups[0]?.lines[0]?.sheets.map(({ url }) => url)).toEqual([
    `/app/mark-sheet/${lesson.lessonId}/${TERM_IDS[2]}/2`,
    `/app/mark-sheet/${lesson.lessonId}/${TERM_IDS[2]}/1`,
  ]);
  const classes = await callRoute(loader, getRequest(BOARD, principal));
  expect(classes.body).toMatchObject({
    board: { classes: [{ reportsUrl: reports, signUrl: `${reports}/sign-all` }] },
  });
});

test("who may open no sheet and sign nothing is led to neither", async () => {
  const keeper = await createTeacher({ permissions: [9] });

  const subjects = await callRoute(loader, getRequest(`${BOARD}?by=subjects`, keeper));
  const classes = await callRoute(loader, getRequest(BOARD, keeper));

  expect(subjects.body).toMatchObject({
    board: { groups: [{ lines: [{ sheets: [{ url: null }, { url: null }] }] }] },
  });
  expect(classes.body).toMatchObject({ board: { classes: [{ signUrl: null }] } });
});

test("a past term is chosen by its id; one that there is not has no board", async () => {
  const principal = await createPrincipal();

  const past = await callRoute(loader, getRequest(`${BOARD}?term=${TERM_IDS[0]}`, principal));
  const unknown = await callRoute(loader, getRequest(`${BOARD}?term=202620271`, principal));

  expect(past.body).toMatchObject({ board: { term: { id: TERM_IDS[0] } } });
  expect(unknown.body).toMatchObject({ board: null });
});
