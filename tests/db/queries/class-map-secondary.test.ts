import { expect, test } from "vitest";
import { noTransaction } from "#db/index.ts";
import { listClassMoves } from "#db/queries/next-year/class-map.ts";
import {
  createClass,
  createNextYear,
  createSchool,
  NEXT_YEAR_ID,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
await createNextYear();

test("in a secondary school a class keeps its letter, and needs no lead", async () => {
  const now = await createClass({ formClassId: "1A" });
  const last = await createClass({ formClassId: "6A" });
  const [above, same] = await Promise.all(
    ["2A", "1A"].map((formClassId) => createClass({ yearId: NEXT_YEAR_ID, formClassId })),
  );

  const map = await listClassMoves({ academicYearId: YEAR_ID }, noTransaction);

  expect(map).toEqual([
    expect.objectContaining({
      class_id: now.classId,
      up_class_id: above?.classId,
      repeat_class_id: same?.classId,
    }),
    expect.objectContaining({
      class_id: last.classId,
      up_class_id: null,
      up_why: "leaves",
      repeat_why: "no-class",
    }),
  ]);
});
