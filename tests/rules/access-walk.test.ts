import { expect, test } from "vitest";
import { idsFor } from "#access/permissions.ts";
import type { Access } from "#access/permissions.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { allDoors } from "#tests/support/entry-points.ts";
import type { Door } from "#tests/support/entry-points.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { createSchool } from "#tests/support/builders/school.ts";

const ALL_IDS = [1, 2, 3, 4, 6, 7, 8, 9, 10];
const TO_STRANGERS = ["to the sign-in", "401"];
/** What waits on a device is not refused for good before a due change of password: it is asked to sign in. */
const BEFORE_THE_RESET = ["to the sign-in", "401", "403"];
const CLOSED = ["to the sign-in", "401", "403"];

await freshDatabase();
await createSchool();
const nobody = { ids: [] as number[], visitor: await createTeacher({ permissions: [] }) };
const holders = await Promise.all(
  ALL_IDS.map(async (id) => ({ ids: [id], visitor: await createTeacher({ permissions: [id] }) })),
);
const mustReset = await createTeacher({ permissions: ALL_IDS, passwordReset: true });

const doors = (await allDoors()).map((door) => [door.name, door] as const);
const guarded = doors.filter(([, { access }]) => access !== "anyone" && access !== "visitor");

test.each(guarded)(
  "%s is closed to visitors, to wrong roles and before a due change of password",
  async (_, door) => {
    const wrong = [nobody, ...holders].filter(({ ids }) => !fits(ids, door.access));

    const stranger = await door.knock(null);
    const undecided = await door.knock(mustReset);
    const refused = await Promise.all(wrong.map(({ visitor }) => door.knock(visitor)));

    expect(TO_STRANGERS).toContain(stranger);
    if (door.access !== "reset-password") expect(BEFORE_THE_RESET).toContain(undecided);
    expect(refused).toEqual(wrong.map(() => "403"));
  },
);

test.each(doors)("%s opens to whom it is for", async (_, door) => {
  const visitor = await fittingVisitor(door);

  const answer = await door.knock(visitor);

  expect(CLOSED).not.toContain(answer);
});

function fits(held: readonly number[], access: Access): boolean {
  if (access === "anyone" || access === "visitor" || access === "reset-password")
    return access !== "reset-password";
  const ids = idsFor(access);
  return ids === null || ids.some((id) => held.includes(id));
}

/** A new one for each door: behind some of them the session ends. */
function fittingVisitor({ access }: Door) {
  if (access === "anyone" || access === "visitor") return null;
  const permissions = idsFor(access)?.slice(0, 1) ?? [];
  return createTeacher({ permissions, passwordReset: access === "reset-password" });
}
