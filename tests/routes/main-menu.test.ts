import { expect, test } from "vitest";
import { loader as menu } from "../../app/routes/main-menu.tsx";
import { loader as shell } from "../../app/routes/app.tsx";
import { action as signOut } from "../../app/routes/sign-in/sign-out.tsx";
import { action as stay, loader as state } from "../../app/routes/session-state.tsx";
import { findVisit } from "#access/session.server.ts";
import { runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { callRoute, getRequest, postForm } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();

test("the bar says school, term and person", async () => {
  const [principal, admin] = [
    await createPrincipal({ firstName: "Marva", lastName: "Joseph" }),
    await createAdmin(),
  ];

  const bars = await Promise.all(
    [principal, admin].map((visitor) => callRoute(shell, getRequest("/app", visitor))),
  );

  expect(bars.map(({ body }) => body)).toMatchObject([
    {
      account: principal.accountId,
      school: { name: "Test School" },
      period: { label: "2025-2026, Term 3" },
      person: { displayName: "M. Joseph", initials: "MJ" },
      message: null,
      session: { userName: principal.userName },
    },
    {
      account: admin.accountId,
      school: { name: "Test School" },
      period: { label: "2025-2026, Term 3" },
      person: { displayName: "Admin", initials: "A" },
      message: null,
      session: { userName: "Admin" },
    },
  ]);
});

test("the menu has the sections a person may open; the special account has no profile", async () => {
  const clerk = await createTeacher({ permissions: [4, 6] });
  const teacher = await createTeacher();

  const menus = await Promise.all(
    [clerk, teacher].map((visitor) => callRoute(menu, getRequest("/app", visitor))),
  );

  expect(menus.map(({ body }) => body)).toMatchObject([
    { sections: ["reports", "employees", "students", "subjects", "attendance-summary", "profile"] },
    { sections: ["mark-sheet", "reports", "profile"], period: { label: "2025-2026, Term 3" } },
  ]);
});

test("signing out ends the session, not only the cookie", async () => {
  const teacher = await createTeacher();

  const answer = await callRoute(signOut, postForm("/app/sign-out", {}, teacher));

  expect([answer.status, answer.location]).toEqual([302, "/signed-out"]);
  expect(answer.headers.get("Set-Cookie")).toMatch(/^session=;.*Max-Age=0$/);
  expect(await findVisit(getRequest("/app", teacher))).toBeNull();
});

test("asking how long the session lasts does not prolong it, staying does", async () => {
  const teacher = await createTeacher();
  await transaction({ system: "tests" }, (t) =>
    runQuery(
      "update sessions set last_seen_at = now() - interval '50 minutes' where session_id = $1",
      [teacher.person.sessionId],
      t,
    ),
  );

  const requests = [
    await callRoute(state, getRequest("/app/session-state", teacher)),
    await callRoute(state, getRequest("/app/session-state", teacher)),
  ];
  const stayed = await callRoute(stay, postForm("/app/session-state", {}, teacher));

  const idle = [...requests, stayed].map(({ body }) => (body as { idle: number }).idle);
  expect(idle.map((seconds) => Math.ceil(seconds / 60))).toEqual([10, 10, 60]);
});

test("without a session it answers in JSON", async () => {
  const answers = [
    await callRoute(state, getRequest("/app/session-state")),
    await callRoute(stay, postForm("/app/session-state", {})),
  ];

  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
});
