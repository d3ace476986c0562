import { expect, test } from "vitest";
import {
  matchStudentByName,
  matchStudentByNumber,
  searchStudentsByPrefix,
} from "#features/mark-sheet/bulk/find-student.rules.ts";

const students = [
  { row: "1", name: "Alexander, Keziah", number: "SR-24017" },
  { row: "2", name: "Ali, Rayhaan", number: "SR-24018" },
  { row: "3", name: "Baptiste-Charles, Anika", number: "SR-24019" },
  { row: "4", name: "Gómez, Sebastián", number: "SR-24020" },
  { row: "5", name: "James, Thomas", number: "SR-24021" },
  { row: "6", name: "Mohammed, Aaliyah Rose", number: "SR-24022" },
  { row: "7", name: "O'Neil, Zoë", number: "SR-24023" },
  { row: "8", name: "Pierre, Ana", number: "SR-24024" },
  { row: "9", name: "Pierre, Ana", number: "SR-24025" },
  { row: "10", name: "Thomas, James", number: "SR-24026" },
  { row: "11", name: "Keziah, Alex", number: "SR-24027" },
];

test.each([
  { text: "Alexander, Keziah", row: "1" },
  { text: "Keziah Alexander", row: "1" },
  { text: "ALEXANDER   keziah", row: "1" },
  { text: "alexander,keziah", row: "1" },
  { text: "Anika Baptiste Charles", row: "3" },
  { text: "Sebastian Gomez", row: "4" },
  { text: "James, Thomas", row: "5" },
  { text: "Thomas, James", row: "10" },
  { text: "Aaliyah Rose Mohammed", row: "6" },
  { text: "Zoe ONeil", row: "7" },
  { text: "Zoë O’Neil", row: "7" },
])("'$text' is the student of row $row", ({ text, row }) => {
  const match = matchStudentByName(text, students);

  expect(match).toEqual({ kind: "one", row });
});

test.each([{ text: "Aaliyah Mohammed" }, { text: "Mohammed, Aaliyah R. Rose" }])(
  "'$text' is a student whose register has a name more or less, and is told so",
  ({ text }) => {
    const match = matchStudentByName(text, students);

    expect(match).toEqual({ kind: "one", row: "6", loosely: true });
  },
);

test.each([
  { text: "" },
  { text: "Alexander" },
  { text: "K. Alexander" },
  { text: "Pierre, Anna" },
  { text: "72" },
])("'$text' is nobody on the sheet", ({ text }) => {
  const match = matchStudentByName(text, students);

  expect(match).toEqual({ kind: "none" });
});

test.each([
  { text: "Ana Pierre", names: ["Pierre, Ana (SR-24024)", "Pierre, Ana (SR-24025)"] },
  { text: "James Thomas", names: ["James, Thomas (SR-24021)", "Thomas, James (SR-24026)"] },
])("'$text' could be several, and is left to the person", ({ text, names }) => {
  const match = matchStudentByName(text, students);

  expect(match).toEqual({ kind: "several", names });
});

test.each([
  { text: "SR-24025", match: { kind: "one", row: "9" } },
  { text: " sr-24025 ", match: { kind: "one", row: "9" } },
  { text: "24025", match: { kind: "none" } },
  { text: "", match: { kind: "none" } },
])("the number '$text' finds $match", ({ text, match }) => {
  const found = matchStudentByNumber(text, students);

  expect(found).toEqual(match);
});

test.each([
  { typed: "al", rows: ["1", "2", "11"] },
  { typed: "k", rows: ["11", "1"] },
  { typed: "ana p", rows: ["8", "9"] },
  { typed: "gom", rows: ["4"] },
  { typed: "24023", rows: ["7"] },
  { typed: "sr-24023", rows: ["7"] },
  { typed: "lexander", rows: [] },
  { typed: "xy", rows: [] },
])("typing '$typed' finds the rows $rows, last names first", ({ typed, rows }) => {
  const found = searchStudentsByPrefix(typed, students);

  expect(found.map(({ row }) => row)).toEqual(rows);
});
