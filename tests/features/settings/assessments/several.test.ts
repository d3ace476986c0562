import { expect, test } from "vitest";
import {
  countChangedLines,
  describeSubjectChanges,
} from "#features/settings/assessments/several/row-notes.rules.ts";
import {
  settingChangeKey,
  listLevelScopeLinks,
  subjectLineOutcome,
  encodeFieldTextsForUrl,
  parseLevelScope,
  parseSetting,
  settingPartOfField,
  planClassKinds,
  planClassSubjectLine,
  commonValueCell,
  listChangedFieldTexts,
  decodeFieldTextsFromUrl,
  type SettingsPlanRules,
  type ClassSubjectLine,
} from "#features/settings/assessments/several/several.rules.ts";

const DAYS = { from: "2026-09-07", to: "2026-12-11" };
const COLUMNS = [
  { key: "fa", title: "Fortnightly Test 1", testId: 3 },
  { key: "2", title: "Mid Term", testId: 2 },
  { key: "1", title: "End of Term", testId: 1 },
] as const;
const CALENDAR = {
  terms: [{ academic_term_id: 202620271, term_start: DAYS.from, term_end: DAYS.to }],
  holidays: [{ title: "Sports Day", from_date: "2026-10-14", to_date: "2026-10-14" }],
  opened: [],
};

const STORED = {
  2: { date: "2026-10-12", max: 50 },
  1: { date: null, max: 100 },
};

test.each([
  ["nothing typed", {}, "unchanged", []],
  ["the date it has", { "date_2.7": "12 Oct 2026" }, "unchanged", []],
  ["another date", { "date_2.7": "13/10/2026" }, "changed", []],
  ["no date", { "date_2.7": "" }, "changed", []],
  ["a test of another subject", { "date_2.8": "13/10/2026" }, "unchanged", []],
  ["a test that the class does not have", { "date_9.7": "13/10/2026" }, "unchanged", []],
  [
    "a day after the term",
    { "date_1.7": "14/12/2026" },
    "refused",
    ["14 Dec 2026 is outside the term, 7 Sep to 11 Dec 2026"],
  ],
  ["a Saturday", { "date_1.7": "17/10/2026" }, "refused", ["17 Oct is a Saturday"]],
  ["a holiday", { "date_1.7": "14/10/2026" }, "refused", ["14 Oct is Sports Day"]],
  ["no date at all", { "date_1.7": "soon" }, "refused", ["enter a date, like 7 September 2026"]],
  ["a maximum under marks", { "max_2.7": "40" }, "refused", ["35 marks were given out of 50"]],
  ["a maximum without marks", { "max_1.7": "40" }, "changed", []],
  ["no maximum", { "max_1.7": "" }, "refused", ["enter a max mark"]],
  ["words for a maximum", { "max_1.7": "fifty" }, "refused", ["enter the max mark as a number"]],
  [
    "a date beside a refused maximum",
    { "max_2.7": "40", "date_1.7": "13/10/2026" },
    "refused",
    ["35 marks were given out of 50"],
  ],
])("%s: a line is %s", (_, texts, outcome, reasons) => {
  const plan = planClassSubjectLine(line(), rules(texts));

  expect([subjectLineOutcome(plan), plan.reasons]).toEqual([outcome, reasons]);
});

test("a subject that is graded by letter stays as it is", () => {
  expect(planClassSubjectLine(line({ byGrade: true }), rules({ "date_1.7": "13/10/2026" })).changes).toEqual(
    [],
  );
});

test("a fortnightly test with a date but no maximum is out of 100", () => {
  const tests = line({ stored: { ...STORED, fa: { date: null, max: null } } });

  expect(planClassSubjectLine(tests, rules({ "date_fa.7": "1/10/2026" })).changes).toEqual([
    { key: "fa", part: "date", from: null, to: "2026-10-01" },
    { key: "fa", part: "max", from: null, to: 100 },
  ]);
});

test("what a colleague changed meanwhile is refused in words, unless it is the same", () => {
  const words = "was changed to 15 Oct 2026 by M. Joseph at 10:41";
  const meanwhile = new Map([[settingChangeKey({ classId: 3, subjectId: 7 }, "2", "date"), words]]);

  const other = planClassSubjectLine(line(), { ...rules({ "date_2.7": "13/10/2026" }), meanwhile });
  const same = planClassSubjectLine(line(), { ...rules({ "date_2.7": "12/10/2026" }), meanwhile });
  const beside = planClassSubjectLine(line(), { ...rules({ "date_1.7": "13/10/2026" }), meanwhile });

  expect(other.reasons).toEqual([`Mid Term ${words}`]);
  expect([subjectLineOutcome(same), subjectLineOutcome(beside)]).toEqual(["unchanged", "changed"]);
});

test("copied values count where nobody typed, and never remove a value", () => {
  const copied = { 2: { date: { day: "2026-10-15", note: null }, max: null }, 1: { date: null, max: 80 } };

  const plan = planClassSubjectLine(line({ copied }), rules({ "max_1.7": "60" }));

  expect(plan.changes.map(({ key, part, to }) => [key, part, to])).toEqual([
    ["2", "date", "2026-10-15"],
    ["1", "max", 60],
  ]);
});

test.each([
  ["all the same", ["2026-10-12", "2026-10-12"], { text: "12 Oct 2026", isVarious: false }],
  ["different", ["2026-10-12", "2026-10-13"], { text: "", isVarious: true }],
  ["one without a date", ["2026-10-12", null], { text: "", isVarious: true }],
  ["none with a date", [null, null], { text: "", isVarious: false }],
])("a field of classes with dates %s", (_, dates, cell) => {
  const lines = dates.map((date, index) => line({ classId: index, stored: { 2: { date, max: 50 } } }));

  expect(commonValueCell(lines, { key: "2", part: "date" })).toEqual(cell);
  expect(commonValueCell(lines, { key: "1", part: "date" })).toBeNull();
});

test("'various' changes only what is typed, and a value for all subjects leaves typed fields alone", () => {
  const shown = new Map([
    ["date_2.7", ""],
    ["date_2.8", "12 Oct 2026"],
    ["max_2.7", "50"],
    ["max_2.8", "50"],
  ]);
  const texts = new Map([
    ["date_2.7", ""],
    ["date_2.8", "12/10/2026"],
    ["max_2.7", "60"],
    ["max_2.8", "50"],
    ["max_2.all", "80"],
  ]);

  expect([...listChangedFieldTexts(texts, shown)]).toEqual([
    ["max_2.7", "60"],
    ["max_2.8", "80"],
  ]);
});

test("a field that the browser did not send is not emptied, but a field that was sent empty is", () => {
  const shown = new Map([
    ["date_2.7", "12 Oct 2026"],
    ["max_2.7", "50"],
  ]);

  expect([...listChangedFieldTexts(new Map(), shown)]).toEqual([]);
  expect([...listChangedFieldTexts(new Map([["date_2.7", ""]]), shown)]).toEqual([["date_2.7", ""]]);
});

test("a class with marks that no sheet would show keeps its kind, and so does one that a colleague changed", () => {
  const classes = [
    { classId: 1, label: "1A", kind: "tests" },
    { classId: 2, label: "1B", kind: "tests" },
    { classId: 3, label: "1C", kind: "criteria" },
    { classId: 4, label: "1D", kind: "course-work" },
  ] as const;
  const none = { exam: 0, replaced: 0, other: 0, course: 0, fortnightly: 0, criteria: 0 };
  const entries = new Map([[2, { ...none, exam: 12 }]]);
  const seen = new Map(classes.map(({ classId }) => [classId, "tests"]));

  const plans = planClassKinds(classes, { to: "course-work", seen, entries });

  expect(plans.map(({ label, reason }) => [label, reason])).toEqual([
    ["1A", null],
    [
      "1B",
      "You cannot change how this class is assessed because 12 marks were already entered this year and would no longer appear on any mark sheet.",
    ],
    ["1C", "somebody else has set this class to Criteria"],
  ]);
  expect(planClassKinds(classes, { to: null, seen, entries })).toEqual([]);
});

test("the figures add up, and a row names what is refused, moved and new", () => {
  const copied = { 2: { date: { day: "2026-10-15", note: "1 day later: 14 Oct is Sports Day" }, max: null } };
  const lines = [
    line({ classId: 1, label: "3A", copied }),
    line({ classId: 2, label: "3B", copied, given: [] }),
    line({ classId: 3, label: "3C", given: [], stored: { 2: { date: "2026-10-12", max: 40 } } }),
  ];
  const plans = lines.map((item) => planClassSubjectLine(item, rules({ "max_2.7": "40" })));

  expect(describeSubjectChanges(plans, COLUMNS)).toEqual([
    { tone: "refused", words: "Not changed in 3A: 35 marks were given out of 50" },
    { tone: "moved", words: "1 day later: 14 Oct is Sports Day" },
    { tone: "changed", words: "Max mark from 50 to 40 in 1 class" },
    { tone: "plain", words: "New date in 1 of 3 classes" },
  ]);
  expect(countChangedLines(plans)).toEqual({
    all: { count: 3, about: "1 subject in 3 classes" },
    changed: { count: 1, about: "new dates, 1 with a new max mark" },
    unchanged: { count: 1, about: "stay as they are" },
    refused: { count: 1, about: "Mathematics, 3A" },
  });
});

test("many refusals are counted after the first three", () => {
  const lines = ["3A", "3B", "3C", "3D", "3E"].map((label, index) =>
    line({ classId: index, label, given: [{ key: "2", outOf: 50, count: 30 + index, entered: 30 }] }),
  );
  const plans = lines.map((item) => planClassSubjectLine(item, rules({ "max_2.7": "40" })));

  expect(describeSubjectChanges(plans, COLUMNS).map(({ words }) => words)).toEqual([
    "Not changed in 3A: 30 marks were given out of 50",
    "Not changed in 3B: 31 marks were given out of 50",
    "Not changed in 3C: 32 marks were given out of 50",
    "Not changed in 2 more classes",
  ]);
});

test.each([
  [null, null],
  ["3", { first: 3, last: 3 }],
  ["1-5", { first: 1, last: 5 }],
  ["form", null],
])("the levels %j", (text, scope) => {
  expect(parseLevelScope(text)).toEqual(scope);
});

test("only a school with a sixth form has Forms 1 to 5 together", () => {
  const forms = (last: number) =>
    Array.from({ length: last }, (_, index) => ({ form_level: index + 1, group_title: `Form ${index + 1}` }));
  const titles = (classes: Parameters<typeof listLevelScopeLinks>[0]) =>
    listLevelScopeLinks(classes, { academicTermId: 202620271, scope: null }).map(({ title }) => title);

  expect(titles(forms(6))).toEqual([
    "Forms 1 to 5",
    "Form 1",
    "Form 2",
    "Form 3",
    "Form 4",
    "Form 5",
    "Form 6",
    "Whole school",
  ]);
  expect(titles(forms(5))[0]).toBe("Form 1");
  expect(titles([{ form_level: 1, group_title: "1st Year" }])).toEqual(["1st Year", "Whole school"]);
});

function line(overrides: Partial<ClassSubjectLine> = {}): ClassSubjectLine {
  return {
    classId: 3,
    label: "3A",
    subjectId: 7,
    name: "Mathematics",
    byGrade: false,
    stored: STORED,
    given: [{ key: "2", outOf: 50, count: 35, entered: 35 }],
    copied: {},
    ...overrides,
  };
}

function rules(texts: Readonly<Record<string, string>>): SettingsPlanRules {
  const typed = new Map(
    Object.entries(texts).map(
      ([name, text]) => [name, parseSetting(settingPartOfField(name), text)] as const,
    ),
  );
  return { columns: COLUMNS, days: DAYS, calendar: CALENDAR, typed, meanwhile: new Map() };
}

test("an address names subjects with the same text in a column together, and is read as it was typed", () => {
  const texts = new Map([
    ["date_2.7", "14 Oct 2026"],
    ["date_2.9", "14 Oct 2026"],
    ["max_2.7", "50"],
    ["max_2.9", ""],
    ["max_3-5.7", "50"],
  ]);

  const packed = encodeFieldTextsForUrl(texts);

  expect(packed).toEqual([
    ["date_2.7-9", "14 Oct 2026"],
    ["max_2.7", "50"],
    ["max_2.9", ""],
    ["max_3-5.7", "50"],
  ]);
  expect(decodeFieldTextsFromUrl(packed)).toEqual(texts);
});
