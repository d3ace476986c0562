import { expect, test } from "vitest";
import { describeSlipReturn } from "#domain/documents/card-parts.ts";
import {
  fitCommentToCard,
  formatClassName,
  buildFileName,
  formatFormalName,
  formatFullName,
  formatTermAndYear,
  describePromotion,
  describeSignature,
  type ReportCardPromotion,
} from "#features/reports/report-card-words.rules.ts";

const STD_5 = { form_class_id: "Std 5", group_title: "Standard 5" };
const FORM_4B = { form_class_id: "4B", group_title: "Form 4" };
const UNDECIDED: ReportCardPromotion = {
  term: 3,
  promotion_progress: null,
  promoted_to: null,
  repeating: null,
  group_title: "Standard 4",
  next_group_title: "Standard 5",
};

test.each<["primary" | "secondary", Partial<ReportCardPromotion>, string | null]>([
  ["primary", { promoted_to: STD_5, promotion_progress: false }, "Promoted to Standard 5"],
  ["secondary", { promoted_to: FORM_4B }, "Promoted to Form 4B"],
  ["primary", { repeating: { form_class_id: "Std 4", group_title: "Standard 4" } }, "Repeating Standard 4"],
  [
    "primary",
    { term: 1, promoted_to: STD_5, promotion_progress: true },
    "On course for promotion to Standard 5",
  ],
  ["primary", { promotion_progress: true }, "On course for promotion to Standard 5"],
  ["primary", { term: 2, promotion_progress: false }, "Not yet on course for promotion to Standard 5"],
  [
    "primary",
    { promotion_progress: true, group_title: "Standard 5", next_group_title: null },
    "On course to complete Standard 5",
  ],
  ["primary", {}, null],
])("what comes next in a %s school: %o", (flavour, given, words) => {
  expect(describePromotion(flavour, { ...UNDECIDED, ...given })).toBe(words);
});

test.each([
  ["a Monday", 1, "2027-01-04", "by 8 Jan 2027."],
  ["a Thursday", 1, "2027-01-07", "by 8 Jan 2027."],
  ["a Friday", 2, "2027-01-08", "by 15 Jan 2027."],
  ["no known day", 1, null, "Please sign and return this slip to Ms. C. De Freitas."],
  ["a new year", 3, "2027-09-06", "Please sign and return this slip to Ms. C. De Freitas."],
])("the slip comes back after the next term begins on %s", (_day, term, next_term_start, end) => {
  expect(describeSlipReturn("Ms. C. De Freitas", { term, next_term_start })).toSatisfy((text: string) =>
    text.endsWith(end),
  );
});

test("a slip to a class without a teacher names none", () => {
  expect(describeSlipReturn("", { term: 1, next_term_start: null })).toBe(
    "Please sign and return this slip.",
  );
});

const SIGNER = { title: "Mr.", first_name: "Winston", last_name: "Lezama" };

test.each([
  [
    "signed",
    { signedOn: "2026-07-01", signer: SIGNER },
    { name: "Winston Lezama", role: "Principal", state: "Signed 1 Jul 2026", changes: [] },
  ],
  [
    "signed by the account without an employee",
    { signedOn: "2026-07-01", signer: null },
    { name: "Admin", role: null, state: "Signed 1 Jul 2026", changes: [] },
  ],
  [
    "changed since",
    {
      signedOn: "2026-07-01",
      signer: SIGNER,
      changedSinceSigned: true,
      gradedSinceSigned: false,
      changedSincePosted: true,
    },
    {
      name: "Winston Lezama",
      role: "Principal",
      state: "Signed 1 Jul 2026",
      changes: ["changed since signed", "changed since posted"],
    },
  ],
  [
    "not signed",
    { signedOn: null, signer: null, changedSincePosted: true },
    { name: null, role: "Principal", state: "No principal’s signature", changes: ["changed since posted"] },
  ],
])("the signature's words: %s", (_state, given, words) => {
  expect(
    describeSignature({
      changedSinceSigned: false,
      gradedSinceSigned: false,
      changedSincePosted: false,
      ...given,
    }),
  ).toEqual(words);
});

test.each([
  [{ title: "Mrs.", first_name: "Asha", last_name: "Ramkissoon" }, "Mrs. A. Ramkissoon"],
  [{ title: null, first_name: "élan", last_name: "Aché" }, "É. Aché"],
  [{ title: "Ms.", first_name: " ", last_name: "Joseph" }, "Ms. Joseph"],
])("a teacher is called %o", (teacher, name) => {
  expect(formatFormalName(teacher)).toBe(name);
});

test.each([
  ["Well done.\n\n\nRead more.", "Well done.\nRead more."],
  ["  One line.  ", "One line."],
  [Array.from({ length: 12 }, () => "x").join("\n"), Array.from({ length: 12 }, () => "x").join(" ")],
  ["\n \n", ""],
])("a comment %j is printed as %j", (text, printed) => {
  expect(fitCommentToCard(text)).toBe(printed);
});

test("a student is called in full", () => {
  const names = [
    { first_name: "Anaya", other_name: "Celestine", last_name: "Ramdeen-Joseph" },
    { first_name: "Kai", other_name: "", last_name: "Lee " },
  ].map(formatFullName);

  expect(names).toEqual(["Anaya Celestine Ramdeen-Joseph", "Kai Lee"]);
});

test("a class is called as the school does, a form with its word", () => {
  expect(formatClassName("primary", { label: "Std 4 R", form_class_id: "Std 4" })).toBe("Std 4 R");
  expect(formatClassName("secondary", { label: "3A", form_class_id: "3A" })).toBe("Form 3A");
  expect(formatClassName("secondary", { label: "Lower 6", form_class_id: "6A" })).toBe("Lower 6");
});

test("the period has a dash between its years", () => {
  expect(formatTermAndYear({ academic_year_id: 20252026, term: 3 })).toBe("Term 3, 2025–2026");
});

test.each([
  [null, "Report cards Std 4 R and Std 4 C Term 3 2025-2026"],
  [
    { first_name: "Anaya", last_name: "Ramdeen", student_id: "PH-20418" },
    "Report card Ramdeen Anaya PH-20418 Std 4 R and Std 4 C Term 3 2025-2026",
  ],
])("a file is called by what it is, of whom and when: %o", (student, title) => {
  const of = { academic_year_id: 20252026, term: 3, classes: ["Std 4 R", "Std 4 C"] };

  expect(buildFileName({ ...of, student })).toBe(title);
});
