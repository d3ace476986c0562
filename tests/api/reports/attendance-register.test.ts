import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { closeDocuments } from "#templates/index.ts";
import { createHoliday, markRegister } from "#tests/support/builders/attendance.ts";
import {
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import type { Visitor } from "#tests/support/request.ts";
import { addressOf, linesIn, printed } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
await createSchool();
const formTeacher = await createFormTeacher({ firstName: "Asha", lastName: "Ramkissoon" });
const stranger = await createFormTeacher();
const helper = await createTeacher({ permissions: [1] });
const held = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher });
const [zahra, keshav, tyrese] = (await createStudents(held, [
  { firstName: "Zahra", lastName: "Ali", gender: "F" },
  { firstName: "Keshav", lastName: "Boodoo", gender: "M" },
  { firstName: "Tyrese", lastName: "Baptiste", gender: "M" },
])) as [Student, Student, Student];
const by = formTeacher.person;
await markRegister(
  held,
  [
    [zahra, "P"],
    [keshav, "L"],
  ],
  { day: "2026-05-04", by },
);
await markRegister(
  held,
  [
    [zahra, "A"],
    [keshav, "P"],
  ],
  { day: "2026-05-04", session: 2, by },
);
await markRegister(
  held,
  [
    [zahra, "P"],
    [keshav, "A"],
    [tyrese, "P"],
  ],
  { day: "2026-05-06", by },
);
await createHoliday("Labour", "2026-05-07");

test("a class and month on a page: half days, late, absent, who came later, a holiday", async () => {
  const { bytes } = await printed(urlOf("2026-05"), formTeacher);

  const lines = linesIn(bytes);

  expect(lines.join("\n")).toContain("Std 4 R, Ms. A. Ramkissoon");
  expect(lines.find((line) => line.startsWith("1 Ali, Zahra F"))).toMatch(/½ · .*1½ ½ · 75%$/);
  expect(lines.find((line) => line.startsWith("2 Baptiste, Tyrese M"))).toMatch(/– · .*1 · · 100%$/);
  expect(lines.find((line) => line.startsWith("3 Boodoo, Keshav M"))).toMatch(/L A .*1 1 1 50%$/);
  expect(lines.join(" ")).toContain("Labour: 7.");
  expect(lines.join(" ")).toMatch(/School open on 20 days; 2 marked and counted\./);
});

test("the spreadsheet has the same days as numbers", async () => {
  const { bytes, fileName } = await printed(urlOf("2026-05", "spreadsheet"), formTeacher);

  const sheets = await readSpreadsheet(bytes);
  const rows = sheets[0]?.data ?? [];

  expect(fileName).toContain("Attendance register Std 4 R May 2026.xlsx");
  const zahraRow = rows.find((row) => row[1] === "Ali, Zahra");
  expect(zahraRow?.slice(-4)).toEqual([1.5, 0.5, 0, 0.75]);
});

test("whose class it is not finds no register; the office and the principal do", async () => {
  const [clerk, principal] = [await createClerk(), await createPrincipal()];

  const input = [stranger, helper, clerk, principal].map((who) => status(who, "2026-05"));

  expect(await Promise.all(input)).toEqual([404, 403, 200, 200]);
});

test.each(["2026-13", "May", "2026-5", ""])("‘%s’ is no month", async (month) => {
  expect(await status(formTeacher, month)).toBe(422);
});

test.each(["2024-05", "2026-08", "2090-05"])(
  "in no term of the class there is no register: %s",
  async (month) => {
    expect(await status(formTeacher, month)).toBe(404);
  },
);

test("who came into the class after a month is not in its register", async () => {
  const [late] = await createStudents(held, [{ firstName: "Newton", lastName: "Aaron" }]);
  await transaction(TEST, (t) =>
    runQuery("update students set entry_date = '2026-06-22' where id = $1", [late?.id], t),
  );

  const [may, june] = [await namesIn("2026-05"), await namesIn("2026-06")];

  expect(may).not.toContain("Aaron, Newton");
  expect(june).toContain("Aaron, Newton");
});

async function namesIn(month: string) {
  const sheets = await readSpreadsheet((await printed(urlOf(month, "spreadsheet"), formTeacher)).bytes);
  return sheets[0]?.data.map((row) => row[1]);
}

async function status(who: Visitor, month: string): Promise<number> {
  return (await printed(urlOf(month), who)).status;
}

function urlOf(month: string, format = "pdf"): string {
  return addressOf("/api/attendance-register", { class_id: held.classId, month, format });
}
