import { expect, test } from "vitest";
import { permissionIdsFor, type Access } from "#access/permissions.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { allEntryPoints, type EntryPoint } from "#tests/support/entry-points.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { createSchool } from "#tests/support/builders/school.ts";

const ALL_IDS = [1, 2, 3, 4, 6, 7, 8, 9, 10];
const TO_STRANGERS = ["to the sign-in", "401"];
/**
 * Data that waits on a device is not rejected for good before a required change of password: its author is asked to
 * sign in.
 */
const BEFORE_THE_RESET = ["to the sign-in", "401", "403"];
const CLOSED = ["to the sign-in", "401", "403"];

await freshDatabase();
await createSchool();
const nobody = { ids: [] as number[], visitor: await createTeacher({ permissions: [] }) };
const holders = await Promise.all(
  ALL_IDS.map(async (id) => ({ ids: [id], visitor: await createTeacher({ permissions: [id] }) })),
);
const mustReset = await createTeacher({ permissions: ALL_IDS, passwordReset: true });

const entryPoints = (await allEntryPoints()).map((entryPoint) => [entryPoint.name, entryPoint] as const);
const guarded = entryPoints.filter(([, { access }]) => access !== "anyone" && access !== "visitor");

test.each(guarded)(
  "%s is closed to visitors, to wrong roles and before a due change of password",
  async (_, entryPoint) => {
    const wrong = [nobody, ...holders].filter(({ ids }) => !fits(ids, entryPoint.access));

    const stranger = await entryPoint.enter(null);
    const undecided = await entryPoint.enter(mustReset);
    const refused = await Promise.all(wrong.map(({ visitor }) => entryPoint.enter(visitor)));

    expect(entryPoint.isCall ? ["401"] : TO_STRANGERS).toContain(stranger);
    if (entryPoint.access !== "reset-password")
      expect(entryPoint.isCall ? ["403"] : BEFORE_THE_RESET).toContain(undecided);
    // An action that is not due is not a matter of permissions.
    const refusal = entryPoint.access === "reset-password" ? "409" : "403";
    expect(refused).toEqual(wrong.map(() => refusal));
  },
);

test.each(entryPoints)("%s opens to those it is for", async (_, entryPoint) => {
  const visitor = await fittingVisitor(entryPoint);

  const answer = await entryPoint.enter(visitor);

  expect(CLOSED).not.toContain(answer);
});

function fits(held: readonly number[], access: Access): boolean {
  if (access === "anyone" || access === "visitor" || access === "reset-password")
    return access !== "reset-password";
  const ids = permissionIdsFor(access);
  return ids === null || ids.some((id) => held.includes(id));
}

/** Each entry point gets a new visitor, because some of them end the session. */
function fittingVisitor({ access }: EntryPoint) {
  if (access === "anyone" || access === "visitor") return null;
  const permissions = permissionIdsFor(access)?.slice(0, 1) ?? [];
  return createTeacher({ permissions, passwordReset: access === "reset-password" });
}
