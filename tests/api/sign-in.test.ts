import { expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createPrincipal,
  createTeacher,
  PASSWORD,
} from "#tests/support/builders/people.ts";
import { getRequest, sendJson } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool();

const NOTHING_TOLD = {
  employee: { id: null, first_name: "", last_name: "" },
  user: { password_reset: false },
  permissions: [],
};
const NEW_PASSWORD = "seven yellow umbrellas";

test("the token cookie can be read by the caller's script", async () => {
  const { status, headers } = await answered(getRequest("/sanctum/csrf-cookie"));

  expect(status).toBe(204);
  expect(headers.get("Set-Cookie")).toMatch(/^XSRF-TOKEN=[\w-]{40,}; Path=\/; SameSite=Lax$/);
});

test("a known name and its password open a session", async () => {
  const teacher = await createTeacher({ permissions: [1, 3] });

  const { status, headers, body } = await logIn(teacher.userName, PASSWORD);
  const afterwards = await answered(getRequest("/api/current-term", { cookie: cookieOf(headers) }));

  expect(status).toBe(200);
  expect(body).toEqual({
    employee: {
      id: teacher.employeeId,
      first_name: teacher.person.firstName,
      last_name: teacher.person.lastName,
    },
    user: { password_reset: false },
    permissions: [{ user_permission_id: 1 }, { user_permission_id: 3 }],
  });
  expect(afterwards.status).toBe(200);
});

test("an unknown name and a wrong password are answered alike", async () => {
  const teacher = await createTeacher();

  const wrong = await logIn(teacher.userName, "not the password");
  const unknown = await logIn("nobody.at.all", "not the password");

  expect(wrong.status).toBe(422);
  expect(wrong.headers.get("Set-Cookie")).toBeNull();
  expect(unknown.status).toBe(422);
  expect(unknown.body).toEqual(wrong.body);
});

test("too many attempts are told how long to wait", async () => {
  const teacher = await createTeacher();
  for (let attempt = 0; attempt < 5; attempt += 1) await logIn(teacher.userName, "not the password");

  const { status, headers } = await logIn(teacher.userName, PASSWORD);

  expect(status).toBe(429);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("whether a password must be changed is learned after the password", async () => {
  const newcomer = await createTeacher({ passwordReset: true });

  const before = await answered(getRequest(`/api/user-employee/${newcomer.userName}`));
  const after = await logIn(newcomer.userName, PASSWORD);

  expect(before.body).toEqual(NOTHING_TOLD);
  expect(after.body).toMatchObject({ user: { password_reset: true } });
});

test("signing out ends the session and removes its cookie, however often", async () => {
  const teacher = await createTeacher();

  const out = await answered(sendJson("/api/employee-logout", {}, teacher));
  const again = await answered(sendJson("/api/employee-logout", {}, teacher));
  const afterwards = await answered(getRequest("/api/current-term", teacher));

  expect(out.body).toEqual({ message: "Signed out." });
  expect(out.headers.get("Set-Cookie")).toContain("session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  expect(again.status).toBe(200);
  expect(afterwards.status).toBe(401);
});

test("who must choose a password can sign out instead", async () => {
  const newcomer = await createTeacher({ passwordReset: true });

  await answered(sendJson("/api/employee-logout", {}, newcomer));

  const afterwards = await changePassword(newcomer.userName, NEW_PASSWORD, newcomer);
  expect(afterwards.status).toBe(401);
});

test("a visitor learns nothing from a name", async () => {
  const teacher = await createTeacher();

  const known = await answered(getRequest(`/api/user-employee/${teacher.userName}`));
  const unknown = await answered(getRequest("/api/user-employee/nobody.data"));

  expect(known.status).toBe(200);
  expect(known.body).toEqual(NOTHING_TOLD);
  expect(unknown.body).toEqual(NOTHING_TOLD);
});

test("one's own name tells everything, in whichever case", async () => {
  const principal = await createPrincipal({ userName: "Principal", firstName: "Merle", lastName: "Joseph" });

  const { body } = await answered(getRequest("/api/user-employee/principal", principal));

  expect(body).toEqual({
    employee: { id: principal.employeeId, first_name: "Merle", last_name: "Joseph" },
    user: { password_reset: false },
    permissions: [1, 2, 3, 10].map((user_permission_id) => ({ user_permission_id })),
  });
});

test("the account Admin has no employee", async () => {
  const admin = await createAdmin();

  const { body } = await answered(getRequest("/api/user-employee/Admin", admin));

  expect(body).toMatchObject({ employee: { id: null, first_name: "", last_name: "Admin" } });
});

test("a colleague's name is for those who manage accounts", async () => {
  const [teacher, clerk, colleague] = [await createTeacher(), await createClerk(), await createTeacher()];

  const asTeacher = await answered(getRequest(`/api/user-employee/${colleague.userName}`, teacher));
  const asClerk = await answered(getRequest(`/api/user-employee/${colleague.userName}`, clerk));

  expect(asTeacher.status).toBe(404);
  expect(asClerk.body).toMatchObject({ employee: { id: colleague.employeeId } });
});

test("a new password is chosen by whose it is, once", async () => {
  const newcomer = await createTeacher({ passwordReset: true });
  const { userName } = newcomer;

  const forAnother = await changePassword("somebody.else", NEW_PASSWORD, newcomer);
  const tooShort = await changePassword(userName, "short", newcomer);
  const chosen = await changePassword(userName, NEW_PASSWORD, newcomer);
  const renewed = { cookie: cookieOf(chosen.headers) };
  const again = await changePassword(userName, "another yellow umbrella", renewed);
  const byTheOldToken = await answered(getRequest("/api/current-term", newcomer));
  const signedIn = await logIn(userName, NEW_PASSWORD);

  expect(forAnother.body).toMatchObject({
    errors: { name: ["This must be the username of the person who is signed in."] },
  });
  expect(tooShort.status).toBe(422);
  expect(tooShort.body).toMatchObject({ errors: { password: [expect.stringContaining("12")] } });
  expect(chosen.status).toBe(200);
  expect(again).toMatchObject({
    status: 409,
    body: {
      message: "You do not have to choose a new password now. To change your password, go to /app/password",
    },
  });
  expect(byTheOldToken.status).toBe(401);
  expect(signedIn.body).toMatchObject({ user: { password_reset: false } });
});

function logIn(name: string, password: string) {
  return answered(sendJson("/api/employee-login", { name, password }));
}

function changePassword(name: string, password: string, visitor: { cookie: string }) {
  return answered(sendJson("/api/employee-change-password", { name, password }, visitor));
}

function cookieOf(headers: Headers): string {
  return (headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
}
