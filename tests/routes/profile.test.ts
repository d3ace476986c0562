import { expect, test } from "vitest";
import { action as passwordAction, loader as passwordPage } from "../../app/routes/password.tsx";
import { action, loader } from "../../app/routes/profile.tsx";
import { loader as shell } from "../../app/routes/app.tsx";
import { findVisit } from "#access/session.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createTeacher, PASSWORD } from "#tests/support/builders/people.ts";
import {
  callRoute,
  cookiesOf,
  readFormErrors,
  getRequest,
  postForm,
  type Visitor,
} from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();

const NEW_PASSWORD = "mangoes for breakfast";
const admin = await createAdmin();

test("a changed password gives a new token and is said on the page that follows, once", async () => {
  const teacher = await createTeacher();

  const answer = await callRoute(action, change(PASSWORD, NEW_PASSWORD, teacher));
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const page = await callRoute(shell, getRequest("/app/profile", { cookie: cookies.join("; ") }));

  expect([answer.status, answer.location]).toEqual([302, "/app/profile"]);
  expect(page.body).toMatchObject({
    message: { text: "Password changed. You were signed out everywhere else.", tone: "done", seconds: 3 },
  });
  expect(page.headers.get("Set-Cookie")).toMatch(/^notice=;.*Max-Age=0/);
  expect(cookies).not.toContain(teacher.cookie);
  expect(await findVisit(getRequest("/app", teacher))).toBeNull();
});

test("what is wrong is said beside its field", async () => {
  const teacher = await createTeacher();

  const answers = [
    await callRoute(action, change("", "", teacher)),
    await callRoute(action, change("not the password", NEW_PASSWORD, teacher)),
    await callRoute(action, change(PASSWORD, "too short", teacher)),
    await callRoute(action, change("x".repeat(1_001), NEW_PASSWORD, teacher)),
    await callRoute(action, change(PASSWORD, "x".repeat(1_001), teacher)),
  ];

  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
  expect(answers.map(readFormErrors)).toEqual([
    {
      currentPassword: "Enter your current password.",
      newPassword: "Enter a new password.",
      confirmPassword: "Enter the new password again.",
    },
    { currentPassword: "This is not your current password. Try again." },
    { newPassword: "Use 12 characters or more. This password has 9." },
    { currentPassword: "This password is too long. Enter a shorter password." },
    { newPassword: "Use 128 characters or fewer. This password has 1001." },
  ]);
});

test("somebody else's session and one that is none are not ended", async () => {
  const [teacher, colleague] = [await createTeacher(), await createTeacher()];

  const answers = await Promise.all(
    [String(colleague.person.sessionId), "0", "all", ""].map((sessionId) =>
      callRoute(action, postForm("/app/profile", { intent: "end-session", sessionId }, teacher)),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 400]);
  expect(await findVisit(getRequest("/app", colleague))).not.toBeNull();
});

test("the special account has no profile to see or to change", async () => {
  const answers = [
    await callRoute(loader, getRequest("/app/profile", admin)),
    await callRoute(action, change(PASSWORD, NEW_PASSWORD, admin)),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test("Admin, who has no profile, changes its password on a page of its own", async () => {
  const change = (currentPassword: string, visitor: Visitor) =>
    callRoute(
      passwordAction,
      postForm(
        "/app/password",
        {
          intent: "change-password",
          currentPassword,
          newPassword: NEW_PASSWORD,
          confirmPassword: NEW_PASSWORD,
        },
        visitor,
      ),
    );

  const page = await callRoute(passwordPage, getRequest("/app/password", admin));
  const stranger = await change(PASSWORD, null);
  const wrong = await change("not the password", admin);
  const done = await change(PASSWORD, admin);

  expect(page.body).toMatchObject({ userName: "Admin" });
  expect(stranger.location).toBe("/");
  expect([wrong.status, readFormErrors(wrong)]).toEqual([
    422,
    { currentPassword: "This is not your current password. Try again." },
  ]);
  expect([done.status, done.location]).toEqual([302, "/app"]);
  expect(await findVisit(getRequest("/app", admin))).toBeNull();
  expect(await findVisit(getRequest("/app", { cookie: cookiesOf(done) }))).toMatchObject({
    passwordReset: false,
  });
});

function change(currentPassword: string, newPassword: string, visitor: { cookie: string }): Request {
  const fields = { intent: "change-password", currentPassword, newPassword, confirmPassword: newPassword };
  return postForm("/app/profile", fields, visitor);
}
