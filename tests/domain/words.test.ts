import { expect, test } from "vitest";
import { formatClockTime, formatLongDate, formatDate, formatDateAndTime } from "#domain/dates.ts";
import {
  formatActorName,
  formatInitials,
  joinTeacherNames,
  formatRegisterName,
  formatShortName,
} from "#domain/names.ts";
import { periodLabel, testTitle } from "#domain/terms.ts";

const ramkissoon = { firstName: "Devi", lastName: "Ramkissoon" };
const admin = { firstName: "", lastName: "Admin" };

test("people are named as registers, greetings and avatars name them", () => {
  expect(formatRegisterName(ramkissoon)).toBe("Ramkissoon, Devi");
  expect(formatShortName(ramkissoon)).toBe("D. Ramkissoon");
  expect(formatInitials({ firstName: "Élodie", lastName: "Noel" })).toBe("ÉN");
  expect(joinTeacherNames([ramkissoon, { firstName: "Carl", lastName: "Pierre" }])).toBe(
    "D. Ramkissoon / C. Pierre",
  );
});

test("the Admin account is called by its last name alone", () => {
  expect(formatShortName(admin)).toBe("Admin");
  expect(formatInitials(admin)).toBe("A");
});

test.each([
  [
    "somebody on the staff",
    { first_name: "Devi", last_name: "Ramkissoon", user_name: "devi" },
    "D. Ramkissoon",
  ],
  ["an account without an employee", { first_name: null, last_name: null, user_name: "Admin" }, "Admin"],
  ["what has no account", { first_name: null, last_name: null, user_name: null }, ""],
])("who did something is named: %s", (_who, actor, name) => {
  expect(formatActorName(actor)).toBe(name);
});

test("a period is read as its two years and its term", () => {
  expect(periodLabel(20252026, 3)).toBe("2025-2026, Term 3");
});

test.each([
  [1, "Mid Term", null, "End of Term"],
  [2, "Mid Term", null, "Mid Term"],
  [2, "Interim Test", null, "Interim Test"],
  [2, "Forthnightly Test", null, "Course"],
  [3, "Forthnightly Test", "Test 2", "Test 2"],
] as const)("test %s of a %s term is titled", (testId, type, fortnightly, expected) => {
  expect(testTitle(testId, type, fortnightly)).toBe(expected);
});

test("dates are written as the school writes them, in the school's time zone", () => {
  expect(formatDate("2026-11-03")).toBe("3 Nov 2026");
  expect(formatLongDate("2026-06-26")).toBe("Friday 26 June 2026");
  expect(formatClockTime("2026-06-26T14:41:00Z", "America/Port_of_Spain")).toBe("10:41");
  expect(formatDateAndTime("2026-06-27T01:05:00Z", "America/Port_of_Spain")).toBe("26 Jun 2026, 21:05");
});
