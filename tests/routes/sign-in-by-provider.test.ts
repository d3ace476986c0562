import { expect, test } from "vitest";
import { findVisit } from "#access/session.server.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { startIdentityProvider } from "#tests/support/identity-provider/identity-provider.ts";
import { signInAtProvider } from "#tests/support/identity-provider/walk.ts";
import { createAdmin, createTeacher, PASSWORD } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { callRoute, getRequest, ORIGIN, postForm, type RequestResult } from "#tests/support/request.ts";
import { loader as byProvider } from "../../app/routes/sign-in/by-provider.tsx";
import { action as signInStep, loader as signInPage } from "../../app/routes/sign-in/sign-in.tsx";
import { action as signOut } from "../../app/routes/sign-in/sign-out.tsx";
import { loader as signOutThere } from "../../app/routes/sign-in/sign-out-at-provider.tsx";
import { loader as signedOutPage } from "../../app/routes/sign-in/signed-out.tsx";

const provider = await startIdentityProvider(ORIGIN);
Object.assign(process.env, provider.settings);
const name = new URL(provider.issuer).host;

await freshDatabase();
await createSchool();
await createAdmin();

test("a provider that does not answer is told on the sign-in page, which takes passwords, and is asked again", async () => {
  const { userName } = await createTeacher();

  const refused = await callRoute(byProvider, getRequest("/sign-in/provider?next=%2Fapp%2Fprofile"));
  const page = await callRoute(signInPage, getRequest(refused.location ?? ""));
  const byPassword = await callRoute(
    signInStep,
    postForm(refused.location ?? "", { intent: "password", userName, password: PASSWORD }),
  );
  provider.open();
  const again = await callRoute(byProvider, getRequest("/sign-in/provider"));

  expect(refused.location).toBe("/?provider=unreached&next=%2Fapp%2Fprofile");
  expect(page.body).toMatchObject({
    step: "username",
    provider: { name, url: "/sign-in/provider?next=%2Fapp%2Fprofile" },
    refusal: `${name} does not respond. Try again in a moment, or sign in with your username and password.`,
  });
  expect(byPassword.location).toBe("/app/profile");
  expect(again.location).toMatch(`${provider.issuer}/auth?`);
});

test("whom the provider vouches for is signed in by their user name in any case, and gets the page that was wanted", async () => {
  const teacher = await createTeacher({ userName: "Ann.Baptiste" });

  const { begun, answer } = await signInAs("ANN.baptiste", "/sign-in/provider?next=%2Fapp%2Fprofile");

  const input = new URL(begun.location ?? "").searchParams;
  expect(Object.fromEntries(input)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: `${ORIGIN}/sign-in/provider`,
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(begun.headers.get("Set-Cookie")).toMatch(
    /^provider=\S+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(answer.location).toBe("/app/profile");
  const visit = await findVisit(getRequest("/app", { cookie: cookiesOf(answer) }));
  expect(visit?.person).toMatchObject({ accountId: teacher.accountId, permissions: [1, 3] });
  expect(answer.headers.getSetCookie()[0]).toMatch(/^provider=; Max-Age=0/);
  expect(await kindsOf(teacher.accountId)).toEqual(["signed-in-by-provider"]);
});

test("a password that the school gave need not be changed by whom the provider vouches for, but by who uses it", async () => {
  const { userName } = await createTeacher({ passwordReset: true });

  const { answer } = await signInAs(userName);
  const byPassword = await callRoute(
    signInStep,
    postForm("/", { intent: "password", userName, password: PASSWORD }),
  );

  const visits = await Promise.all(
    [answer, byPassword].map((item) => findVisit(getRequest("/app", { cookie: cookiesOf(item) }))),
  );
  expect(answer.location).toBe("/app");
  expect(visits.map((visit) => visit?.passwordReset)).toEqual([false, true]);
});

test("Admin, a leaver, a stranger and a name that only resembles one are refused in the same words", async () => {
  const leaver = await createTeacher();
  const other = await createTeacher({ userName: "kim.pierre" });
  await transaction(TEST, (t) =>
    runQuery("update employees set employee_status_id = 2 where employee_id = $employeeId", leaver, t),
  );

  const answers = [];
  for (const login of [
    "Admin",
    leaver.userName,
    "nobody.at.all",
    `${other.userName} `,
    "\u212aim.pierre",
    "k\u0130m.pierre",
  ])
    answers.push((await signInAs(login)).answer);
  const page = await callRoute(signInPage, getRequest("/?provider=stranger"));

  expect(answers.map(({ location }) => location)).toEqual(answers.map(() => "/?provider=stranger"));
  expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual(
    answers.map(() => expect.stringMatching(/^provider=; Max-Age=0/)),
  );
  expect(page.body).toMatchObject({
    refusal: expect.stringContaining(`Your account at ${name} has no access to Termbook.`) as string,
  });
  const refusals = await queryRows(
    "select account_id is null as unknown from security_events where kind = 'provider-refused' order by event_id",
    {},
    noTransaction,
  );
  expect(refusals).toEqual([{ unknown: false }, { unknown: true }]);
});

test("what is given up there signs nobody in", async () => {
  const begun = await callRoute(byProvider, getRequest("/sign-in/provider"));
  const back = await signInAtProvider(begun.location ?? "", { publicUrl: ORIGIN, login: null });

  const answer = await callRoute(byProvider, getRequest(back, { cookie: cookiesOf(begun) }));

  expect(answer.location).toBe("/?provider=denied");
});

test("an answer counts once, and only in the browser that began the sign-in", async () => {
  const { userName } = await createTeacher();
  const [begun, other] = [
    await callRoute(byProvider, getRequest("/")),
    await callRoute(byProvider, getRequest("/")),
  ];
  const back = await signInAtProvider(begun.location ?? "", { publicUrl: ORIGIN, login: userName });
  const own = { cookie: cookiesOf(begun) };

  const elsewhere = [
    await callRoute(byProvider, getRequest(back)),
    await callRoute(byProvider, getRequest(back, { cookie: cookiesOf(other) })),
    await callRoute(byProvider, getRequest("/sign-in/provider?code=made-up", own)),
    await callRoute(byProvider, getRequest("/sign-in/provider?error=access_denied", own)),
  ];
  const taken = await callRoute(byProvider, getRequest(back, own));
  const replayed = await callRoute(byProvider, getRequest(back, own));

  expect(elsewhere.map(({ location }) => location)).toEqual(elsewhere.map(() => "/?provider=stale"));
  expect([taken.location, replayed.location]).toEqual(["/app", "/?provider=stale"]);
  expect(replayed.headers.getSetCookie()).toHaveLength(1);
});

test("a provider that goes away half way signs nobody in", async () => {
  const { userName } = await createTeacher();
  const begun = await callRoute(byProvider, getRequest("/sign-in/provider"));
  const back = await signInAtProvider(begun.location ?? "", { publicUrl: ORIGIN, login: userName });
  provider.close();

  const answer = await callRoute(byProvider, getRequest(back, { cookie: cookiesOf(begun) }));

  provider.open();
  expect(answer.location).toBe("/?provider=unreached");
});

test("signing out ends the session here first, then goes on to the provider with a token that no script can read", async () => {
  const { userName } = await createTeacher();
  const { answer } = await signInAs(userName);
  const person = { cookie: cookiesOf(answer) };
  const [stored] = await queryRows<{ id_token: string }>(
    "select id_token from sessions where id_token is not null order by session_id desc limit 1",
    {},
    noTransaction,
  );

  const left = await callRoute(signOut, postForm("/app/sign-out", {}, person));
  const [, cookie = ""] = left.headers.getSetCookie();
  const onTheWay = { cookie: cookie.split(";")[0] ?? "" };
  const page = await callRoute(signedOutPage, getRequest("/signed-out", onTheWay));
  const onward = await callRoute(signOutThere, getRequest("/signed-out/provider", onTheWay));
  const there = await fetch(onward.location ?? "");

  expect(left.location).toBe("/signed-out");
  expect(await findVisit(getRequest("/app", person))).toBeNull();
  expect(cookie).toMatch(
    /^provider-sign-out=[\w-]+; Path=\/signed-out; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
  expect(cookie).toContain(stored?.id_token);
  expect(page.body).toMatchObject({ next: "/signed-out/provider", goesOn: true });
  expect(Object.fromEntries(new URL(onward.location ?? "").searchParams)).toEqual({
    client_id: "termbook",
    post_logout_redirect_uri: `${ORIGIN}/signed-out`,
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  expect(onward.headers.get("Set-Cookie")).toMatch(/^provider-sign-out=; Path=\/signed-out; .*Max-Age=0$/);
  expect(there.status).toBe(200);
});

test("who signed in by a password signs out here alone, and nobody's sign-out is begun by a link", async () => {
  const teacher = await createTeacher();

  const left = await callRoute(signOut, postForm("/app/sign-out", {}, teacher));
  const page = await callRoute(signedOutPage, getRequest("/signed-out"));
  const link = await callRoute(signOutThere, getRequest("/signed-out/provider"));
  const stillIn = await callRoute(signedOutPage, getRequest("/signed-out?still"));

  expect(left.headers.getSetCookie()).toHaveLength(1);
  expect(page.body).toMatchObject({ next: "/", words: "Nobody is signed in on this device now." });
  expect(link.location).toBe("/signed-out");
  expect(stillIn.body).toMatchObject({
    goesOn: false,
    words: expect.stringContaining(`signed in at ${name}`),
  });
});

test("on the page that carries what was typed the words say how to sign in beside it", async () => {
  const carried = await callRoute(
    signInStep,
    postForm("/?index=&next=%2Fapp%2Fprofile", { author: "1", words: "typed" }),
  );

  expect(carried.body).toMatchObject({
    notice: expect.stringContaining(`${name} opens in a new tab: sign in there, then choose NEXT here.`),
  });
});

async function signInAs(
  login: string,
  path = "/sign-in/provider",
): Promise<{ begun: RequestResult; answer: RequestResult }> {
  const begun = await callRoute(byProvider, getRequest(path));
  const back = await signInAtProvider(begun.location ?? "", { publicUrl: ORIGIN, login });
  return { begun, answer: await callRoute(byProvider, getRequest(back, { cookie: cookiesOf(begun) })) };
}

async function kindsOf(accountId: number): Promise<string[]> {
  const events = await queryRows<{ kind: string }>(
    "select kind from security_events where account_id = $accountId order by event_id",
    { accountId },
    noTransaction,
  );
  return events.map(({ kind }) => kind);
}

function cookiesOf({ headers }: RequestResult): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
