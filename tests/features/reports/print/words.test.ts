import { expect, test } from "vitest";
import { REPORT_KINDS } from "#domain/documents/kinds.ts";
import {
  listMonthsOfTerm,
  chooseOfferedScope,
  findDocumentToPrint,
} from "#features/reports/print/words.rules.ts";
import { parsePrintParams, printUrl, type PrintScreen } from "#features/reports/print/params.rules.ts";

const held = (classId: number, label: string, formLevel: number, students: number, signed: number) => ({
  classId,
  label,
  formLevel,
  students,
  signed,
  level: `Std ${formLevel - 2}`,
  teachers: "",
  isNameless: false,
});
const CLASSES = [held(1, "Std 4 R", 6, 29, 27), held(2, "Std 5 A", 7, 28, 28), held(3, "Std 5 B", 7, 28, 0)];
const STUDENTS = [{ studentId: "SR-1", name: "Ali, Zahra", classId: 1, label: "Std 4 R" }];

test.each([
  ["report-card-class", "class-1", "29 cards for Std 4 R 27 signed 2 not signed", null],
  ["report-card-class", "class-2", "28 cards for Std 5 A all signed ", null],
  [
    "report-card-class",
    "level-7",
    "56 cards for Std 5 A and Std 5 B 28 signed 28 not signed",
    "Make 56 cards",
  ],
  ["report-card-class", "school", "85 cards for the whole school 55 signed 30 not signed", "Make 85 cards"],
  ["report-card-class", "student-SR-1", "Ali, Zahra, Std 4 R  ", null],
  ["marksheet-class", "class-1", "1 sheet, Std 4 R 29 students ", null],
  ["marksheet-class", "level-7", "2 sheets, Std 5 A and Std 5 B 56 students ", "Make 2 sheets"],
  ["registration-forms", "class-1", "29 forms for Std 4 R  ", null],
  ["class-list", "class-1", "Std 4 R 29 students ", null],
  ["device-internet", "level-7", "Std 5 A and Std 5 B 56 students ", null],
  ["school-feeding", null, "The whole school  ", null],
])("of %s for %s is made: %s", (name, whose, words, begins) => {
  const made = findDocumentToPrint(screenOf(name), {
    ...parsePrintParams(name, new URLSearchParams()),
    whose,
  });

  const { outcome, batch } = made ?? {};
  expect(`${outcome?.strong}${outcome?.words} ${outcome?.aside} ${outcome?.unsigned}`).toBe(words);
  expect(batch?.begins ?? null).toBe(begins);
});

test("nothing is made of nobody", () => {
  const params = parsePrintParams("marksheet-subject-choice-student", new URLSearchParams());

  expect(findDocumentToPrint(screenOf("marksheet-subject-choice-student"), params)).toBeNull();
});

test.each<[string, string | null, string | null, typeof STUDENTS?]>([
  ["report-card-class", "level-7", "level-7"],
  ["report-card-class", "level-9", "class-2"],
  ["report-card-class", "class-9", "class-2"],
  ["report-card-class", "student-SR-1", "student-SR-1"],
  ["report-card-class", "student-XX", "class-2"],
  ["class-list", "school", "school"],
  ["class-list", "level-7", "level-7"],
  ["marksheet-subject-choice-class", "school", "class-2"],
  ["class-list", "student-SR-1", "class-2", []],
  ["device-internet", null, "level-6"],
  ["device-internet", "class-2", "level-6"],
  ["marksheet-subject-choice-student", "class-2", null],
  ["school-feeding", "class-2", null],
])("%s for %s is for %s", (name, requested, expected, students = STUDENTS) => {
  const offers = { requested, classes: CLASSES, students, ownClassId: 2 };

  expect(chooseOfferedScope(kindOf(name), offers)).toBe(expected);
});

test("a class without a teacher that has a namesake is not chosen by itself, nor when it is asked for", () => {
  const [first, ...others] = CLASSES.map((item) => ({ ...item, isNameless: item.classId === 1 }));
  const offers = { classes: first ? [first, ...others] : [], students: [], ownClassId: undefined };

  expect(chooseOfferedScope(kindOf("class-list"), { ...offers, requested: "class-1" })).toBe("class-2");
});

test("what an address says comes back as it was, and what cannot be is not said, but for a day that was typed", () => {
  const query =
    "period=202520263&sheet=1&month=2026-06&day=2026-09-01&format=xlsx&for=class-12&search=ali&page=2";
  const wrong = "period=x&sheet=3&month=2026-13&day=2026-02-30&format=csv&page=-1";

  expect(printUrl(parsePrintParams("class-list", new URLSearchParams(query)))).toBe(
    `/app/reports/class-list?${query}`,
  );
  expect(printUrl(parsePrintParams("class-list", new URLSearchParams(wrong)), { on: "view" })).toBe(
    "/app/reports/class-list/view?day=2026-02-30",
  );
});

test("the months of a term are those that have begun", () => {
  const term = { term_start: "2025-11-30", term_end: "2026-03-27" };

  const valuesOn = (today: string) => listMonthsOfTerm(term, today).map(({ value }) => value);

  expect(valuesOn("2026-01-31")).toEqual(["2025-11", "2025-12", "2026-01"]);
  expect(valuesOn("2026-11-22")).toEqual(["2025-11", "2025-12", "2026-01", "2026-02", "2026-03"]);
  expect(valuesOn("2025-10-01")).toEqual([]);
});

function kindOf(name: string) {
  const kind = REPORT_KINDS.find((item) => item.kind === name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  return kind;
}

function screenOf(name: string): PrintScreen {
  return {
    kinds: [],
    kind: kindOf(name),
    batches: { running: 0 },
    isPicked: true,
    terms: [],
    sheets: [],
    months: [],
    params: parsePrintParams(name, new URLSearchParams()),
    classes: CLASSES,
    students: STUDENTS,
    found: 1,
    shownLevel: null,
    unprintable: [],
  };
}
