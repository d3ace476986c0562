import { expect, test } from "vitest";
import { MESSAGES } from "#domain/messages.ts";
import { formatListEntryField, employeeTabFields, type EmployeeTabInput } from "#fields/people/employee.ts";
import { findRefusedChange } from "#fields/record.ts";

const PERSONAL: EmployeeTabInput = { tab: "personal", today: "2026-11-22", isNameClosed: false };
const OWN: EmployeeTabInput = { ...PERSONAL, isNameClosed: true };
const EMPLOYMENT: EmployeeTabInput = {
  tab: "employment",
  posts: [{ employee_post_id: 3, post: "Teacher I" }],
  formClasses: [{ form_class_id: "Std 4" }],
  subjects: [{ subject_id: 7, title: "Art, Craft" }],
};
const QUALIFICATIONS: EmployeeTabInput = {
  tab: "qualifications",
  qualifications: [
    { qualification_id: 1, title: "CXC", details: true, detail: "Subjects" },
    { qualification_id: 2, title: "First Aid", details: false, detail: "" },
  ],
};

const LONG = "x".repeat(300);

test.each<[EmployeeTabInput, string, string | number | null, string | null]>([
  [PERSONAL, "first_name", null, MESSAGES.required],
  [PERSONAL, "last_name", LONG, "240 characters too many: use at most 60"],
  [PERSONAL, "last_name", "---", "enter the name in letters"],
  [PERSONAL, "first_name", "Zoë", null],
  [PERSONAL, "other_name", null, null],
  [PERSONAL, "other_name", "12", "enter the name in letters"],
  [OWN, "title", "Mrs.", "only the school office can change this"],
  [OWN, "first_name", "Zoë", "only the school office can change this"],
  [OWN, "last_name", "Ali", "only the school office can change this"],
  [OWN, "other_name", "Joy", null],
  [PERSONAL, "title", "Dr.", "choose Mr., Mrs. or Ms."],
  [PERSONAL, "gender", "M", null],
  [PERSONAL, "gender", "Male", "choose M or F"],
  [PERSONAL, "date_of_birth", "2010-11-22", null],
  [PERSONAL, "date_of_birth", "2010-11-23", "Enter a date between 1 Jan 1950 and 22 Nov 2010"],
  [PERSONAL, "date_of_birth", "1949-12-31", "Enter a date between 1 Jan 1950 and 22 Nov 2010"],
  [PERSONAL, "marital_status", "Separated", null],
  [PERSONAL, "marital_status", "Other", "choose one of Single, Married, Separated, Divorced, Widowed"],
  [EMPLOYMENT, "email_moe", "nobody", "Invalid e-mail."],
  [
    EMPLOYMENT,
    "assumption_date_acting",
    "2026-02-31",
    "There is no 31 February. Enter a date, like 7 September 2026",
  ],
  [EMPLOYMENT, "acting_post_id", 3, null],
  [EMPLOYMENT, "acting_post_id", 4, "choose a post on the Ministry’s list"],
  [EMPLOYMENT, formatListEntryField("form_classes", "Std 4"), "Yes", null],
  [EMPLOYMENT, formatListEntryField("subjects", 7), "No", "enter Yes or No"],
  [QUALIFICATIONS, formatListEntryField("qualifications", 1), "Seven subjects", null],
  [
    QUALIFICATIONS,
    formatListEntryField("qualifications", 1),
    LONG,
    "100 characters too many: use at most 200",
  ],
  [QUALIFICATIONS, formatListEntryField("qualifications", 2), "Red Cross", "enter Yes or No"],
])("%j: %s of %j", (rules, name, value, reason) => {
  const refusal = findRefusedChange(employeeTabFields(rules), { [name]: value }, "no such field");

  expect(refusal?.reason ?? null).toBe(reason);
});

test("no name of a field holds a space, which would end an id of the page", () => {
  const names = [PERSONAL, EMPLOYMENT, QUALIFICATIONS].flatMap((rules) => [
    ...employeeTabFields(rules).keys(),
  ]);

  expect(names.filter((name) => /\s/.test(name))).toEqual([]);
});
