import { expect, test } from "vitest";
import { requireAccess, requireAccessForData, requireVisitor } from "#access/require-access.server.ts";
import type { PersonAccess } from "#access/permissions.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { callRoute, getRequest, postForm, type Visitor } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const teacher = await createTeacher({ permissions: [1] });
const undecided = await createTeacher({ permissions: [1], passwordReset: true });
const ENDED = { cookie: "session=bm9ib2R5LWhhcy10aGlzLXRva2VuLWF0LWFsbA" };

test("who holds the permission is let in as themselves", async () => {
  const answer = await page(teacher, "marks.enter");

  expect(answer).toMatchObject({
    status: 200,
    body: { accountId: teacher.accountId, userName: teacher.userName },
  });
});

test("nobody is sent to the sign-in, which remembers the page", async () => {
  const answer = await page(null, "marks.enter");

  expect(answer).toMatchObject({ status: 302, location: "/?next=%2Fapp%2Fmark-sheet%3Fsearch%3Dann" });
  expect(answer.headers.get("Set-Cookie")).toBeNull();
});

test("what is posted is not asked for again after the sign-in", async () => {
  const answer = await callRoute(
    ({ request }) => requireAccess(request, "signed-in"),
    postForm("/app/profile", {}),
  );

  expect(answer).toMatchObject({ status: 302, location: "/" });
});

test("an ended session is told, and the cookie of a newer sign-in is left alone", async () => {
  const answer = await page(ENDED, "signed-in");

  expect(answer.location).toBe("/?next=%2Fapp%2Fmark-sheet%3Fsearch%3Dann&ended=1");
  expect(answer.headers.get("Set-Cookie")).toBeNull();
});

test.each(["employees.manage", "late-board", "admin"] as const)(
  "a teacher may not use %s",
  async (access) => {
    const answers = await Promise.all([page(teacher, access), data(teacher, access)]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  },
);

test("data is refused without a redirect, and leaves the cookie of a newer sign-in alone", async () => {
  const answers = await Promise.all([data(null, "signed-in"), data(ENDED, "signed-in")]);

  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect(answers.map(({ headers }) => headers.get("Set-Cookie"))).toEqual([null, null]);
});

test("who must choose a new password can do nothing else", async () => {
  const answers = [
    await page(undecided, "marks.enter"),
    await page(undecided, "signed-in"),
    await data(undecided, "marks.enter"),
    await page(undecided, "reset-password"),
    await data(undecided, "reset-password"),
  ];

  const [first, second, ...others] = answers.map(({ status, location }) => location ?? status);
  expect([first, second]).toEqual([
    expect.stringMatching(/^\/($|\?next=)/),
    expect.stringMatching(/^\/($|\?next=)/),
  ]);
  expect(others).toEqual([403, 200, 200]);
});

test("the change of password that is not due is for nobody", async () => {
  const answers = [await page(teacher, "reset-password"), await data(teacher, "reset-password")];

  expect(answers.map(({ status, location }) => location ?? status)).toEqual(["/app", 409]);
});

test("the sign-in is for visitors and for those who must choose a new password", async () => {
  const answers = await Promise.all(
    [null, ENDED, undecided, teacher].map((visitor) =>
      callRoute(({ request }) => requireVisitor(request), getRequest("/", visitor)),
    ),
  );

  expect(answers.map(({ status, location }) => location ?? status)).toEqual([200, 200, 200, "/app"]);
  expect(answers[2]?.body).toMatchObject({ accountId: undecided.accountId });
});

function page(visitor: Visitor, access: PersonAccess) {
  return callRoute(
    ({ request }) => requireAccess(request, access),
    getRequest("/app/mark-sheet?search=ann", visitor),
  );
}

function data(visitor: Visitor, access: PersonAccess) {
  return callRoute(({ request }) => requireAccessForData(request, access), getRequest("/app/data", visitor));
}
