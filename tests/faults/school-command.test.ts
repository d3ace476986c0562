import { expect, test } from "vitest";
import { createEmptyDatabase, waitForEnd, runCommand } from "#tests/support/commands.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { asApplicationRole } from "#tests/support/postgres/postgres-server.ts";
import { startWeb, temporaryDirectory } from "#tests/support/server.ts";

const CREATE = ["create", "--name", "Maracas Government Primary", "--flavour", "primary", "--year", "2026"];

test("a school is made, shown and changed at the terminal, and who looks after it signs in", async () => {
  const place = { databaseUrl: await createEmptyDatabase(), dataDir: await temporaryDirectory() };
  const school = (...given: string[]) => waitForEnd(runCommand("school/command", given, place));

  const unknown = await school("begin");
  const refused = await school("create", "--name", "Maracas", "--term-end", "yesterday");
  const made = await school(...CREATE, "--term", "2", "--admin", "r.office");
  const again = await school(...CREATE);
  const changed = await school("set", "--motto", "Onward", "--sessions-per-day", "2");
  const forgotten = await school("password", "R.Office");
  const web = await startWeb({ ...place, databaseUrl: asApplicationRole(place.databaseUrl) });
  const passwords = [made, forgotten].map(({ said }) => said.trim().split("\n").at(-1) ?? "");
  const signedIn = await Promise.all(passwords.map((password) => signIn(web.origin, password)));

  expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining("npm run school -- COMMAND") });
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("--term-end: Enter a date") });
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining("Sign in as r.office") });
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining("already has a school") });
  expect(changed).toMatchObject({ code: 0, said: expect.stringMatching(/Motto +Onward/) });
  expect(changed.said).toMatch(/Term +2026-2027, Term 2/);
  expect(forgotten).toMatchObject({ code: 0, said: expect.stringContaining("r.office can sign in") });
  expect(signedIn).toEqual([422, 302]);
  expect(
    await queryDatabase(place.databaseUrl, "select distinct form_level, detail from assessment_criteria"),
  ).toHaveLength(22);
});

async function signIn(origin: string, password: string): Promise<number> {
  const body = new URLSearchParams({ intent: "password", userName: "r.office", password });
  const headers = { Origin: origin };
  return (await fetch(`${origin}/?index`, { method: "POST", redirect: "manual", headers, body })).status;
}
