import { expect, test } from "vitest";
import { EMPLOYEE_COLUMNS } from "#features/employees/import/judge-employee.rules.ts";
import { decideDayMonthOrder, normaliseDateOrder } from "#features/imports/matching/day-order.rules.ts";
import { findHeadingsRow, type CellWithRowNumber } from "#features/imports/matching/headings.rules.ts";
import { matchColumns, findRepeatedFields } from "#features/imports/matching/match-columns.rules.ts";
import { STUDENT_COLUMNS } from "#features/students/import/judge/known.ts";

const NONE = new Map<string, string>();

function sheetRows(rows: readonly (readonly string[])[]) {
  return rows.map((texts, place) => ({
    row: place + 1,
    cells: texts.map((text) => ({ text, fault: null })),
  }));
}

function matched(
  rows: readonly (readonly string[])[],
  { known = STUDENT_COLUMNS, chosen = NONE, earlier = NONE, headings = undefined as string | undefined } = {},
) {
  const { columns } = findHeadingsRow(sheetRows(rows), known, headings);
  return matchColumns(columns, { known, today: "2026-11-27", chosen, earlier });
}

/** Returns the fields of headings with a row of nothing below them. */
function fieldsOf(headings: readonly string[], known = STUDENT_COLUMNS as typeof EMPLOYEE_COLUMNS) {
  const columns = matched([headings, headings.map(() => "?")], { known: known as typeof STUDENT_COLUMNS });
  return columns.map(({ field }) => field);
}

test.each([
  [
    "our template",
    ["First Name", "Last Name", "Date of Birth", "Class"],
    ["first_name", "last_name", "date_of_birth", "form_class_id"],
  ],
  [
    "a school",
    ["Surname", "Given", "DOB", "Sex", "Std", "PIN"],
    ["last_name", "first_name", "date_of_birth", "gender", "form_class_id", "birth_certificate_pin"],
  ],
  [
    "a school, with signs",
    ["SURNAME / LAST NAME", "Forenames *", "D.O.B. (dd/mm/yyyy)", "M/F", "Form Class", "Mobile"],
    ["last_name", "first_name", "date_of_birth", "gender", "form_class_id", "phone_mobile"],
  ],
  [
    "RosarioSIS",
    [
      "RosarioSIS ID",
      "Last Name",
      "First Name",
      "Middle Name",
      "Grade Level",
      "Birthdate",
      "Gender",
      "Ethnicity",
      "Street",
      "City",
      "Enrollment Start Date",
    ],
    [
      "student_id",
      "last_name",
      "first_name",
      "other_name",
      "form_class_id",
      "date_of_birth",
      "gender",
      "ethnic_group_id",
      "address_home",
      "town",
      "entry_date",
    ],
  ],
  [
    "Gibbon",
    [
      "Surname",
      "First Name",
      "Preffered Name",
      "Gender",
      "Date of Birth",
      "Student ID",
      "Email",
      "Start Date",
      "Last School",
      "House",
      "Ethnicity",
      "Citizenship 1",
      "Address 1",
      "Phone 1",
    ],
    [
      "last_name",
      "first_name",
      "",
      "gender",
      "date_of_birth",
      "student_id",
      "email",
      "entry_date",
      "previous_school",
      "house_id",
      "ethnic_group_id",
      "nationality",
      "address_home",
      "phone_mobile",
    ],
  ],
  [
    "openSIS",
    [
      "Last",
      "First",
      "Middle",
      "Student ID",
      "Grade",
      "DOB",
      "Email ID",
      "Address",
      "City",
      "Phone",
      "Gender",
    ],
    [
      "last_name",
      "first_name",
      "other_name",
      "student_id",
      "form_class_id",
      "date_of_birth",
      "email",
      "address_home",
      "town",
      "phone_mobile",
      "gender",
    ],
  ],
  [
    "OpenEMIS",
    [
      "OpenEMIS ID",
      "First Name",
      "Middle Name",
      "Third Name",
      "Last Name",
      "Preferred Name",
      "Email",
      "Address",
      "Postal Code",
      "Birthplace Area",
      "Gender",
      "Date Of Birth",
      "Nationality",
    ],
    [
      "student_id",
      "first_name",
      "other_name",
      "",
      "last_name",
      "",
      "email",
      "address_home",
      "",
      "",
      "gender",
      "date_of_birth",
      "nationality",
    ],
  ],
  [
    "OpenEMIS, its import",
    ["OpenEMIS ID", "Gender Code", "Date Of Birth", "Institution Class", "Start Date", "Nationalities"],
    ["student_id", "gender", "date_of_birth", "form_class_id", "entry_date", "nationality"],
  ],
])("the headings of students from %s", (_whose, headings, fields) => {
  expect(fieldsOf(headings)).toEqual(fields);
});

test.each([
  [
    "RosarioSIS",
    ["Last Name", "First Name", "Username", "RosarioSIS ID"],
    ["last_name", "first_name", "user_name", ""],
  ],
  [
    "Gibbon",
    ["Title", "Surname", "First Name", "Username", "Job Title", "Start Date", "Date of Birth"],
    [
      "title",
      "last_name",
      "first_name",
      "user_name",
      "substantive_post_id",
      "assumption_date_school",
      "date_of_birth",
    ],
  ],
  [
    "openSIS",
    [
      "Title",
      "Last",
      "First",
      "Middle",
      "Username",
      "Gender",
      "Date of birth",
      "Work Email",
      "Personal Email",
      "Job Title",
      "Joining Date",
      "End Date",
      "Staff Id",
    ],
    [
      "title",
      "last_name",
      "first_name",
      "other_name",
      "user_name",
      "gender",
      "date_of_birth",
      "email_moe",
      "",
      "substantive_post_id",
      "assumption_date_school",
      "",
      "",
    ],
  ],
  [
    "OpenEMIS",
    ["OpenEMIS ID", "First Name", "Last Name", "Institution Position", "Start Date"],
    ["", "first_name", "last_name", "substantive_post_id", "assumption_date_school"],
  ],
])("the headings of staff from %s", (_whose, headings, fields) => {
  expect(fieldsOf(headings, EMPLOYEE_COLUMNS)).toEqual(fields);
});

test.each([
  ["gender", ["F", "M", "F", "f", "M"]],
  ["birth_certificate_pin", ["201404121187", "201407030871", "201403250119"]],
  ["phone_mobile", ["868-765-4321", "7654321", "1 868 555 0117"]],
  ["email", ["a@b.tt", "c.d@e.tt"]],
  ["form_class_id", ["1A", "1A", "1C"]],
  ["form_class_id", ["Std 4", "Std. 5", "1st Year"]],
  ["date_of_birth", ["12/4/2014", "3/7/2014", "25/3/2014"]],
  ["", ["12/4/2025", "3/7/2026", "25/3/2026"]],
  ["", ["Arima", "Valencia", "Arouca"]],
  ["", ["Joy", "3/7/2014", "Ana"]],
])("a column without a known heading is %s by its content", (field, values) => {
  const [column] = matched([["Zzz", "Last Name"], ...values.map((value) => [value, "x"])]);

  expect([column?.field, column?.by]).toEqual(field === "" ? ["", null] : [field, "content"]);
});

test.each([
  ["Contact", "7654321"],
  ["Contact No", "7654321"],
  ["Mother’s phone", "868-765-4321"],
  ["Phone / Mother", "7654321"],
  ["Emergency", "7654321"],
  ["Next of kin", "7654321"],
  ["Mum's cell", "7654321"],
  ["Parent Email", "a@b.tt"],
  ["Email/Guardian", "a@b.tt"],
])("a column %s is left to a person", (heading, value) => {
  const [column] = matched([
    [heading, "Last Name"],
    [value, "x"],
    [value, "y"],
  ]);

  expect([column?.field, column?.meant]).toEqual(["", null]);
});

test("no field is used twice, and two columns of one content stay open", () => {
  const columns = matched([
    ["Last Name", "Surname", "Call", "Other call"],
    ["Hinds", "Hinds", "7654321", "7654322"],
    ["Ali", "Ali", "7654323", "7654324"],
  ]);

  expect(columns.map(({ field }) => field)).toEqual(["last_name", "", "", ""]);
  const both = columns.map((column) => ({ ...column, field: "phone_mobile" }));
  expect([...findRepeatedFields(both.slice(2))].map(([place, { heading }]) => [place, heading])).toEqual([
    [2, "Other call"],
    [3, "Call"],
  ]);
});

test("a choice comes before an earlier one, and both before the heading", () => {
  const rows = [
    ["Surname", "Given"],
    ["Hinds", "Keziah"],
  ];

  const columns = matched(rows, {
    chosen: new Map([["surname", "other_name"]]),
    earlier: new Map([
      ["surname", "last_name"],
      ["given", "-"],
    ]),
  });

  expect(columns.map(({ field, by }) => [field, by])).toEqual([
    ["other_name", "you"],
    ["-", "earlier"],
  ]);
});

test("the three values are the telling ones", () => {
  const surnames = ["Ali", "Ali", "Baptiste", "Ali", "De Freitas-Villafaña", "Hinds", "O’Brien"];

  const [column] = matched([["Surname", "Given"], ...surnames.map((name) => [name, "x"])]);

  expect(column?.samples.map(({ text }) => text)).toEqual(["De Freitas-Villafaña", "Hinds", "O’Brien"]);
});

test.each([
  ["a title above", [["Class list 1A"], ["First Name", "Last Name"], ["A", "B"]], "Row 2", 1],
  [
    "a title and a date above",
    [
      ["Class list", "2026"],
      ["Printed", "x", "y"],
      ["First Name", "Last Name", "Sex"],
      ["A", "B", "F"],
    ],
    "Row 3",
    1,
  ],
  ["no known heading", [["List"], ["Voornaam", "Achternaam"], ["A", "B"]], "Row 2", 1],
  [
    "headings at once",
    [
      ["First Name", "Last Name"],
      ["A", "B"],
      ["C", "D"],
    ],
    "Row 1",
    2,
  ],
])("the headings, with %s", (_what, rows, decided, count) => {
  const layout = findHeadingsRow(sheetRows(rows), STUDENT_COLUMNS, undefined);

  expect([layout.decision.decided, layout.rows.length]).toEqual([decided, count]);
});

test("the rows above the headings are counted, and a choice that was not used is not named", () => {
  const rows = sheetRows([["Class list"], ["Printed"], ["First Name", "Last Name"], ["A", "B"], ["C", "D"]]);
  const evidence = (wanted?: string) => findHeadingsRow(rows, STUDENT_COLUMNS, wanted).decision.evidence;

  const found =
    "2 of the 2 cells in this row are names of fields. The 2 rows above are not read; the first is ‘Class list’.";
  expect([evidence(), evidence("3"), evidence("99")]).toEqual([found, found, found]);
  expect(evidence("2")).toBe("You chose this. The row above is not read: ‘Class list’.");
  expect(evidence("none")).toBe("You chose this.");
});

const KNOWN_ROW = ["First Name", "Last Name", "Birth Certificate Pin"];

test.each<[string, string[][], string, number[]]>([
  [
    "once",
    [["A", "B", "1"], KNOWN_ROW, ["C", "D", "2"]],
    "Row 3 repeats the headings and is not read.",
    [2, 4],
  ],
  [
    "at the top of each printed page, below the title of the page",
    [["A", "B", "1"], ["Class 1A", "", ""], KNOWN_ROW, ["C", "D", "2"], KNOWN_ROW],
    "2 rows repeat the headings and are not read; the first is row 4.",
    [2, 3, 5],
  ],
  [
    "in capitals and with spaces",
    [
      ["FIRST NAME ", " last name", "Birth certificate PIN"],
      ["A", "B", "1"],
    ],
    "Row 2 repeats the headings and is not read.",
    [3],
  ],
  [
    "as the name of a person alone",
    [
      ["A", "Last Name", "1"],
      ["First Name", "", ""],
    ],
    "3 of the 3",
    [2, 3],
  ],
])("headings that are repeated lower down %s are told and not read", (_what, below, evidence, read) => {
  const layout = findHeadingsRow(sheetRows([KNOWN_ROW, ...below]), STUDENT_COLUMNS, undefined);

  expect(layout.decision.evidence).toContain(evidence);
  expect(layout.rows.map(({ row }) => row)).toEqual(read);
});

test.each([
  ["French", ["Nom", "Prénom", "Sexe", "Date de naissance", "Classe"]],
  ["German", ["Nachname", "Vorname", "Geschlecht", "Geburtsdatum", "Klasse"]],
  ["Spanish", ["Apellido", "Nombre", "Sexo", "Fecha de nacimiento", "Grado"]],
  ["Portuguese", ["Sobrenome", "Nome", "Sexo", "Data de nascimento", "Turma"]],
])(
  "headings in %s are matched by the content of their columns alone, and names are left to a person",
  (_which, headings) => {
    const columns = matched([
      headings,
      ["Hinds", "Keziah", "F", "3/7/2014", "1A"],
      ["Ali", "Omar", "M", "25/3/2014", "1B"],
    ]);

    expect(columns.map(({ field, by }) => [field, by])).toEqual([
      ["", null],
      ["", null],
      ["gender", "content"],
      ["date_of_birth", "content"],
      ["form_class_id", "content"],
    ]);
  },
);

test("a file without headings is read from its first row", () => {
  const [first] = matched(
    [
      ["Keziah", "201404121187"],
      ["Amara", "201407030871"],
    ],
    { headings: "none" },
  );

  expect([first?.heading, first?.samples.length]).toEqual(["Column A", 2]);
});

const dates = (texts: readonly string[]): CellWithRowNumber[] =>
  texts.map((text, place) => ({ text, fault: null, row: place + 2 }));

test.each([
  [
    "one day above 12",
    ["3/7/2014", "25/3/2014"],
    "day-first",
    "Row 3 has 25/3/2014, so 3/7/2014 in row 2 is 3 Jul 2014.",
  ],
  [
    "one month second",
    ["3/25/2014", "3/5/2014", "12/4/2013"],
    "month-first",
    "Row 2 has 3/25/2014, so 3/5/2014 in row 3 is 5 Mar 2014.",
  ],
  [
    "neither",
    ["3/5/2014", "1.2.2013"],
    "day-first",
    "No date has a number above 12, so the file does not show the order. 3/5/2014 in row 2 is 3 May 2014.",
  ],
  [
    "points and a day above 12",
    ["25.3.2014", "3.5.2014"],
    "day-first",
    "Row 2 has 25.3.2014, so 3.5.2014 in row 3 is 3 May 2014.",
  ],
  [
    "hyphens and a month second",
    ["3-25-2014", "3-5-2014"],
    "month-first",
    "Row 2 has 3-25-2014, so 3-5-2014 in row 3 is 5 Mar 2014.",
  ],
  [
    "the same number twice, and written months beside it",
    ["5/5/2014", "25 Mar 2014", "2014-03-25"],
    "day-first",
    "No date has a number above 12, so the file does not show the order.",
  ],
  [
    "both",
    ["25/3/2014", "3/25/2014", "3/7/2014"],
    "mixed",
    "Row 2 has 25/3/2014 and row 3 has 3/25/2014. 3/7/2014 in row 4 could be either.",
  ],
])("the order of day and month, with %s", (_what, texts, value, evidence) => {
  expect(decideDayMonthOrder(dates(texts), undefined)).toMatchObject({ value, evidence });
});

test("dates that leave no question have no order, and another order can be chosen", () => {
  expect(decideDayMonthOrder(dates(["2014-03-25", "25 Mar 2014"]), undefined)).toBeNull();
  expect(decideDayMonthOrder(dates(["3/5/2014"]), "month-first")).toMatchObject({
    value: "month-first",
    evidence: "You chose this. 3/5/2014 in row 2 is 5 Mar 2014.",
  });
  expect(decideDayMonthOrder(dates(["25/25/2014", "3/25/2014"]), undefined)).toMatchObject({
    value: "month-first",
  });
  expect(decideDayMonthOrder(dates(["3/5/2014", "25/3/2014"]), "mixed")).toMatchObject({
    value: "day-first",
  });
  expect(decideDayMonthOrder(dates(["3/5/2014", "25/3/2014", "3/25/2014"]), "day-first")).toMatchObject({
    value: "day-first",
    evidence: "You chose this. 3/5/2014 in row 2 is 3 May 2014.",
  });
});

const EITHER = "this file has dates in both orders, so 3/7/2014 could be either: choose the order";

test.each([
  ["3/25/2014", "month-first", "2014-03-25", null],
  ["3/5/2014", "month-first", "2014-03-05", null],
  ["25/3/2014", "month-first", "25/3/2014", "the month comes first in this file, so 25/3/2014 is not a date"],
  ["3/5/2014", "day-first", "3/5/2014", null],
  ["2014-03-05", "month-first", "2014-03-05", null],
  ["3/25/2014", "mixed", "2014-03-25", null],
  ["25/3/2014", "mixed", "25/3/2014", null],
  ["5/5/2014", "mixed", "5/5/2014", null],
  ["25/25/2014", "mixed", "25/25/2014", null],
  ["3/7/2014", "mixed", "3/7/2014", EITHER],
])("%s with the %s", (text, order, day, fault) => {
  expect(normaliseDateOrder({ text, fault: null }, order)).toEqual({ text: day, fault });
});

test("texts that are made to keep a pattern busy are compared by their beginnings", () => {
  const [heading, cell] = [`(${"1".repeat(1_999)}`, `a@${".".repeat(1_996)}@`];
  const rows = [heading, ...Array.from({ length: 300 }, () => cell)].map(
    (text) => Array(50).fill(text) as string[],
  );
  const before = performance.now();

  const columns = matched(rows);

  expect(performance.now() - before).toBeLessThan(5_000);
  expect(columns.every(({ field, key }) => field === "" && key.length < 120)).toBe(true);
});

test("values that alternate through a long list are all among the three of their column", () => {
  const [column] = matched([
    ["Form"],
    ...Array.from({ length: 300 }, (_, row) => [`1${"ABC"[row % 3] ?? ""}`]),
  ]);

  expect(column?.samples.map(({ text }) => text).toSorted()).toEqual(["1A", "1B", "1C"]);
});
