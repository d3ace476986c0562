import { expect, test } from "vitest";
import { loader } from "../../app/routes/security-events.tsx";
import { action as changePassword } from "../../app/routes/profile.tsx";
import { action as signInByForm } from "../../app/routes/sign-in/sign-in.tsx";
import { transaction } from "#db/index.ts";
import { SecurityEvent } from "#db/models/accounts.ts";
import type { SecurityEventsPageProps } from "#features/security-events/events.rules.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createPrincipal, createTeacher, PASSWORD } from "#tests/support/builders/people.ts";
import { callRoute, getRequest, postForm } from "#tests/support/request.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();

const NEW_PASSWORD = "mangoes for breakfast";

test("a refused sign-in, a sign-in and a change of password are told, the latest first", async () => {
  const teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste", userName: "ann" });
  await callRoute(signInByForm, postForm("/", { intent: "password", userName: "ann", password: "wrong" }));
  await callRoute(signInByForm, postForm("/", { intent: "password", userName: "ann", password: PASSWORD }));
  await callRoute(signInByForm, postForm("/", { intent: "password", userName: "no.one", password: "wrong" }));
  const fields = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  await callRoute(
    changePassword,
    postForm("/app/profile", { intent: "change-password", ...fields }, teacher),
  );

  const { events, total } = await shown("");

  const ann = { who: "Ann Baptiste (ann)", address: "127.0.0.1", detail: "" };
  expect(total).toBe(4);
  expect(events).toMatchObject([
    { ...ann, what: "Password changed" },
    { what: "Password rejected", who: null, address: "127.0.0.1", detail: "Unknown username" },
    { ...ann, what: "Signed in" },
    { ...ann, what: "Password rejected" },
  ]);
});

test.each([
  ["?kind=signed-in", ["Signed in"]],
  ["?kind=password-refused&search=BAPT", ["Password rejected"]],
  ["?search=127.0.0&kind=password-changed", ["Password changed"]],
  ["?search=nobody+like+that", []],
  ["?kind=unheard-of&search=ann", ["Password changed", "Signed in", "Password rejected"]],
])("%s shows %j", async (query, expected) => {
  const { events } = await shown(query);

  expect(events.map(({ what }) => what)).toEqual(expected);
});

test("fifty stand on a page, and a page past the end is the last", async () => {
  await transaction(TEST, async (t) => {
    for (let place = 0; place < 60; place += 1) {
      await SecurityEvent.insert({ kind: "exported", address: "10.9.9.9", detail: `List ${place}` }, t);
    }
  });

  const pages = await Promise.all(["", "&page=2", "&page=99"].map((page) => shown(`?kind=exported${page}`)));

  expect(pages.map(({ events, params, total }) => [events.length, params.page, total])).toEqual([
    [50, 1, 60],
    [10, 2, 60],
    [10, 2, 60],
  ]);
  expect(pages[0]?.events[0]?.detail).toBe("List 59");
});

test("nobody but an admin reads them", async () => {
  const principal = await createPrincipal();

  const answer = await callRoute(loader, getRequest("/app/security-events", principal));

  expect(answer.status).toBe(403);
});

async function shown(query: string): Promise<SecurityEventsPageProps> {
  const { body } = await callRoute(loader, getRequest(`/app/security-events${query}`, admin));
  return body as SecurityEventsPageProps;
}
