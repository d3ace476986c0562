import { expect, test } from "vitest";
import { loadMarkEntryStart } from "#features/mark-sheet/choose/start.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const principal = await createPrincipal({ lastName: "Zephyrine" });
const std1 = await createClass({ formClassId: "Std 1" });
await createLesson(principal, std1);
for (let place = 100; place < 204; place += 1) {
  await createLesson(await createTeacher({ firstName: "Ann", lastName: `Teacher ${place}` }), std1);
}

test("the list of teachers goes on after the first hundred, the own entry first", async () => {
  const [first, last, beyond] = [await pageOf(""), await pageOf("page=2"), await pageOf("page=9")];

  expect(first).toMatchObject({ page: 1, pageSize: 100, total: 105 });
  expect(first.teachers[0]?.name).toContain("Zephyrine");
  expect([first, last].map(({ teachers }) => teachers.length)).toEqual([100, 5]);
  expect(last.teachers.at(-1)?.name).toBe("Teacher 203, Ann");
  expect(beyond).toEqual(last);
});

test("a search looks through all of it", async () => {
  const found = await pageOf("search=Teacher+203");

  expect(found).toMatchObject({ page: 1, total: 1, teachers: [{ name: "Teacher 203, Ann" }] });
});

async function pageOf(query: string) {
  const start = await loadMarkEntryStart(principal.person, new URLSearchParams(query));
  if (start.pick !== "teacher") throw new Error("who reads all classes picks a teacher");
  return start;
}
