import { expect, test } from "vitest";
import { action, loader } from "../../app/routes/sign-in/sign-in.tsx";
import { action as signInAgain } from "../../app/routes/sign-in/again.tsx";
import { loader as byProvider } from "../../app/routes/sign-in/by-provider.tsx";
import { loader as signOutAtProvider } from "../../app/routes/sign-in/sign-out-at-provider.tsx";
import { loader as signedOut } from "../../app/routes/sign-in/signed-out.tsx";
import { loader as shell } from "../../app/routes/app.tsx";
import { describeFailedStep } from "#features/sign-in/step.ts";
import { findVisit } from "#access/session.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createTeacher, PASSWORD } from "#tests/support/builders/people.ts";
import {
  callRoute,
  cookiesOf,
  readFormErrors,
  getRequest,
  postForm,
  sendJson,
} from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();

const NEW_PASSWORD = "mangoes for breakfast";

test("the first step asks for the username", async () => {
  const answer = await callRoute(loader, getRequest("/"));

  expect(answer).toMatchObject({
    status: 200,
    body: { step: "username", userName: "", school: { name: "Test School" } },
  });
});

test("without an identity provider nothing leads to one, and its addresses are not there", async () => {
  const page = await callRoute(loader, getRequest("/?provider=denied"));
  const answers = [
    await callRoute(byProvider, getRequest("/sign-in/provider")),
    await callRoute(byProvider, getRequest("/sign-in/provider?code=1&state=2")),
    await callRoute(signOutAtProvider, getRequest("/signed-out/provider", { cookie: "provider-sign-out=1" })),
  ];
  const done = await callRoute(signedOut, getRequest("/signed-out?still", { cookie: "provider-sign-out=1" }));

  expect(page.body).not.toHaveProperty("provider");
  expect(page.body).toMatchObject({ refusal: null });
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(done.body).toMatchObject({ next: "/", words: "Nobody is signed in on this device now." });
});

test("an empty username is asked for again", async () => {
  const answer = await callRoute(action, postForm("/", { intent: "username", userName: "  " }));

  expect(answer).toMatchObject({ status: 422, body: { step: "username" } });
  expect(readFormErrors(answer)).toEqual({ userName: "Enter your username." });
});

test.each(["known.teacher", "nobody.at.all", "Admin"])(
  "the second step follows for %s alike",
  async (userName) => {
    await createTeacher({ userName: `${userName}.of.the.school` });

    const answer = await callRoute(action, postForm("/", { intent: "username", userName }));
    const next = await callRoute(loader, getRequest(answer.location ?? "", { cookie: cookiesOf(answer) }));

    expect([answer.status, answer.location]).toEqual([302, "/?step=password"]);
    expect(next.body).toMatchObject({ step: "password", userName });
  },
);

test("Back from the second step finds the username, and a forgotten one is asked for again", async () => {
  const answer = await callRoute(action, postForm("/", { intent: "username", userName: "ann" }));

  const back = await callRoute(loader, getRequest("/", { cookie: cookiesOf(answer) }));
  const forgotten = await callRoute(loader, getRequest("/?step=password"));

  expect(back.body).toMatchObject({ step: "username", userName: "ann" });
  expect(forgotten.body).toMatchObject({ step: "username", userName: "" });
});

test("a username that somebody else put into the cookie is not believed", async () => {
  const forged = Buffer.from('"mallory"').toString("base64");

  const answer = await callRoute(loader, getRequest("/?step=password", { cookie: `sign-in=${forged}.x` }));

  expect(answer.body).toMatchObject({ step: "username", userName: "" });
});

test("the right password opens the main menu and a session that scripts cannot read", async () => {
  const teacher = await createTeacher();

  const answer = await callRoute(action, passwordOf(teacher.userName, PASSWORD));

  const [session = "", browser] = answer.headers.getSetCookie();
  expect([answer.status, answer.location, answer.headers.get("X-Remix-Replace")]).toEqual([
    302,
    "/app",
    "true",
  ]);
  expect(session).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(browser).toMatch(/^browser=\S+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await findVisit(getRequest("/app", { cookie: session })))?.person.accountId).toBe(
    teacher.accountId,
  );
});

test("the page that was wanted is opened instead", async () => {
  const teacher = await createTeacher();

  const answer = await callRoute(
    action,
    passwordOf(teacher.userName, PASSWORD, "/?step=password&next=%2Fapp%2Fprofile"),
  );

  expect(answer.location).toBe("/app/profile");
});

test("the page in place of the redirect is asked for by the form of a page that runs scripts, and only by it", async () => {
  const teacher = await createTeacher();
  const fields = { intent: "password", userName: teacher.userName, password: PASSWORD };

  const plain = await callRoute(action, postForm("/", fields));
  const scripted = await callRoute(action, postForm("/", { ...fields, opens: "1" }));
  const wrong = await callRoute(
    action,
    postForm("/", { ...fields, opens: "1", password: "not the password" }),
  );

  const asked = [plain, scripted, wrong].map(({ headers }) => headers.has("X-Open-Next-Page"));
  expect(asked).toEqual([false, true, false]);
});

const WRONG = { password: "The username or the password is wrong. Check both, then try again." };

test("an unknown name and a wrong password get the same answer", async () => {
  const teacher = await createTeacher({ userName: "same.length.a" });

  const answers = [
    await callRoute(action, passwordOf(teacher.userName, "not the password")),
    await callRoute(action, passwordOf("same.length.b", "not the password")),
  ];

  const [known, unknown] = answers.map(({ status, headers, body }) =>
    JSON.stringify([status, [...headers], body]).replaceAll(/same\.length\../g, "NAME"),
  );
  expect(answers[0]).toMatchObject({ status: 422, body: { step: "password" } });
  expect(answers.map(readFormErrors)).toEqual([WRONG, WRONG]);
  expect(known).toBe(unknown);
});

test("too many attempts are told how long to wait", async () => {
  const teacher = await createTeacher();
  for (let times = 0; times < 5; times += 1) await callRoute(action, passwordOf(teacher.userName, "wrong"));

  const answer = await callRoute(action, passwordOf(teacher.userName, PASSWORD));

  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "15"]);
  expect(readFormErrors(answer)).toEqual({ password: "Too many attempts. Wait 15 seconds, then try again." });
});

test("a password that the school gave leads to the third step, and from there to the page that was wanted", async () => {
  const teacher = await createTeacher({ passwordReset: true });
  const signedIn = await callRoute(action, passwordOf(teacher.userName, PASSWORD, "/?next=%2Fapp%2Fprofile"));
  const visitor = { cookie: cookiesOf(signedIn) };

  const step = await callRoute(loader, getRequest(signedIn.location ?? "", visitor));
  const mismatch = await callRoute(action, resetOf(NEW_PASSWORD, "mangoes for supper", visitor));
  const missing = await callRoute(action, resetOf("", "", visitor));
  const weak = await callRoute(action, resetOf("password1234", "password1234", visitor));
  const done = await callRoute(action, resetOf(NEW_PASSWORD, NEW_PASSWORD, visitor));
  const after = await callRoute(shell, getRequest("/app/profile", { cookie: cookiesOf(done) }));

  expect(after.body).toMatchObject({
    message: { text: "Password changed. You were signed out everywhere else." },
  });
  expect(signedIn.location).toBe("/?next=%2Fapp%2Fprofile");
  expect(step.body).toMatchObject({ step: "reset", userName: teacher.userName });
  expect(mismatch).toMatchObject({ status: 422, body: { step: "reset" } });
  expect(readFormErrors(mismatch)).toEqual({
    confirmPassword: "The two passwords are different. Enter the same password twice.",
  });
  expect(readFormErrors(missing)).toEqual({
    newPassword: "Enter a new password.",
    confirmPassword: "Enter the new password again.",
  });
  expect(readFormErrors(weak)).toEqual({ newPassword: expect.stringContaining("too common") as string });
  expect(JSON.stringify([mismatch.body, weak.body])).not.toMatch(/mangoes|password1234/);
  expect([done.status, done.location]).toEqual([302, "/app/profile"]);
  expect(await findVisit(getRequest("/app", visitor))).toBeNull();
  expect((await findVisit(getRequest("/app", { cookie: cookiesOf(done) })))?.passwordReset).toBe(false);
});

test("who is not the person of the third step leaves it", async () => {
  const teacher = await createTeacher({ passwordReset: true });

  const answer = await callRoute(action, postForm("/", { intent: "restart" }, teacher));

  expect([answer.status, answer.location]).toEqual([302, "/"]);
  expect(await findVisit(getRequest("/app", teacher))).toBeNull();
});

test("who is signed in is sent to the main menu", async () => {
  const admin = await createAdmin();

  const answers = await Promise.all([
    callRoute(loader, getRequest("/", admin)),
    callRoute(action, postForm("/", { intent: "username", userName: "ann" }, admin)),
    callRoute(signedOut, getRequest("/signed-out", admin)),
  ]);

  expect(answers.map(({ location }) => location)).toEqual(["/app", "/app", "/app"]);
});

test("an ended session is explained", async () => {
  const answer = await callRoute(loader, getRequest("/?ended=1"));

  expect(answer.body).toMatchObject({
    notice: expect.stringContaining("because you did not use Termbook for 60 minutes"),
  });
});

test("what no form sent is not read", async () => {
  const answer = await callRoute(action, sendJson("/", { intent: "username" }));

  expect(answer.status).toBe(400);
});

test.each([
  [new TypeError("Failed to fetch"), "No response", "An Error has occured ( Failed to fetch )"],
  [
    { status: 429, statusText: "", internal: false, data: { message: "Too many look-ups." } },
    "The server answered with an error",
    "Too many look-ups.",
  ],
  [
    new Error("Unexpected Server Error"),
    "The server answered with an error",
    "The server could not do this. Try again in a moment.",
  ],
])("after %o the step stays and says so, and no password is kept", async (error, title, text) => {
  const form = new FormData();
  form.set("intent", "password");
  form.set("userName", "ann");
  form.set("password", PASSWORD);

  const step = describeFailedStep(form, error);

  const at = expect.any(Number) as number;
  expect(step).toEqual({ failed: true, about: "password", status: title, words: text, at });
});

test("what is too long for a password is refused beside the field, on the page and over an open one", async () => {
  const { userName } = await createTeacher();
  const password = "x".repeat(1_001);

  const page = await callRoute(action, passwordOf(userName, password));
  const over = await callRoute(signInAgain, sendJson("/app/sign-in-again", { userName, password }));

  expect(page).toMatchObject({ status: 422, body: { step: "password" } });
  expect(readFormErrors(page)).toEqual({ password: "This password is too long. Enter a shorter password." });
  expect(over).toMatchObject({
    status: 422,
    body: { reason: "This password is too long. Enter a shorter password." },
  });
});

test("over an open page the sign-in answers in JSON", async () => {
  const teacher = await createTeacher();
  const path = "/app/sign-in-again";

  const right = await callRoute(
    signInAgain,
    sendJson(path, { userName: teacher.userName, password: PASSWORD }),
  );
  const wrong = await callRoute(
    signInAgain,
    sendJson(path, { userName: teacher.userName, password: "wrong" }),
  );
  const unread = await callRoute(signInAgain, sendJson(path, ["?"]));

  expect(right).toMatchObject({ status: 200, body: { accountId: teacher.accountId, passwordReset: false } });
  expect(await findVisit(getRequest("/app", { cookie: cookiesOf(right) }))).not.toBeNull();
  expect(right.headers.getSetCookie()[1]).toMatch(/^browser=/);
  expect([wrong.status, unread.status]).toEqual([422, 422]);
  expect(wrong.headers.get("Set-Cookie")).toBeNull();
});

function passwordOf(userName: string, password: string, path = "/?step=password"): Request {
  return postForm(path, { intent: "password", userName, password });
}

function resetOf(newPassword: string, confirmPassword: string, visitor: { cookie: string }): Request {
  return postForm("/?next=%2Fapp%2Fprofile", { intent: "reset", newPassword, confirmPassword }, visitor);
}
