import { expect, test } from "vitest";
import { getReportReceiptCategory, toRecordValues } from "#features/term-reports/save/record.rules.ts";
import { createBlankValues, normaliseValues, findRefusedChange, valuesToColumns } from "#fields/record.ts";
import {
  TERM_RECORD_FIELDS,
  listFieldsWrittenBy,
  findRecordRefusal as besideEachOther,
  termRecordFields,
  type TermRecordRules,
} from "#fields/term-record.ts";
import {
  listEditableFields,
  getReportLock,
  describeReadOnlyReason,
  getReportRights,
  type ReportRole,
} from "#features/term-reports/rights.rules.ts";
import type { EntryLock } from "#domain/lock.ts";
import type { FieldValues } from "#fields/value.ts";

const WRITER: TermRecordRules = {
  editable: listFieldsWrittenBy(["teacher"], 3),
  term: 3,
  termSessions: 122,
  promotedTo: ["Std 5"],
  repeating: ["Std 4"],
};
const TEACHER: ReportRole = { writes: true, signs: false, admin: false };
const PRINCIPAL: ReportRole = { writes: false, signs: true, admin: false };
const ADMIN: ReportRole = { writes: true, signs: false, admin: true };
const DEAN: ReportRole = { writes: false, signs: false, admin: false };

/** Asks as a save does: each field has its position, and several fields can be checked together. */
function recordRefusal(input: { changes: FieldValues; values: FieldValues }, rules: TermRecordRules) {
  return (
    findRefusedChange(termRecordFields(rules), input.changes, "no field") ?? besideEachOther(input, rules)
  );
}

test.each<[FieldValues, FieldValues]>([
  [{ total_sessions: 122, sessions_absent: 122, sessions_late: 0 }, {}],
  [{ sessions_absent: 100, sessions_late: 22 }, {}],
  [{ sessions_absent: 12 }, { total_sessions: null }],
  [{ participation: "x".repeat(20), project: null, conduct: "x".repeat(20) }, {}],
  [{ teacher_comment: "x".repeat(400) }, {}],
  [{ teacher_comment: "A line.\n\tAnother, in Kréyòl: “bon travay”." }, {}],
  [{ promoted_to: "Std 5" }, { repeating: null }],
  [{ repeating: null }, { promoted_to: "Std 5" }],
  [{ promotion_progress: "No", respect: "R" }, {}],
])("%j is kept", (changes, others) => {
  const refusal = recordRefusal({ changes, values: { ...others, ...changes } }, WRITER);

  expect(refusal).toBeNull();
});

test.each<[string, FieldValues, FieldValues, string | null]>([
  ["all sessions of the term", { total_sessions: 122 }, {}, null],
  ["more than the term has", { total_sessions: 123 }, {}, "total_sessions"],
  ["more than the term has, from before", { sessions_absent: 123 }, { total_sessions: 130 }, null],
  ["absent all the time", { sessions_absent: 120 }, { total_sessions: 120 }, null],
  [
    "absent more often than there was school",
    { sessions_absent: 121 },
    { total_sessions: 120 },
    "sessions_absent",
  ],
  ["late or absent all the time", { sessions_late: 3 }, { total_sessions: 120, sessions_absent: 117 }, null],
  [
    "late and absent more often than there was school",
    { sessions_late: 3 },
    { total_sessions: 120, sessions_absent: 118 },
    "sessions_late",
  ],
  [
    "absent and late more often than there was school",
    { sessions_absent: 118 },
    { total_sessions: 120, sessions_late: 3 },
    "sessions_absent",
  ],
  [
    "fewer sessions than absent and late ones",
    { total_sessions: 120 },
    { sessions_absent: 118, sessions_late: 3 },
    "total_sessions",
  ],
  ["more than the term has, beside no total", { sessions_absent: 123 }, {}, "sessions_absent"],
  ["late more often than there was school", { sessions_late: 121 }, { total_sessions: 120 }, "sessions_late"],
  ["fewer sessions than absences", { total_sessions: 5 }, { sessions_absent: 6 }, "total_sessions"],
  ["fewer sessions than late ones", { total_sessions: 5 }, { sessions_late: 6 }, "total_sessions"],
  ["a total that is taken out", { total_sessions: null }, { sessions_absent: 6 }, null],
  ["more than any term has", { sessions_late: 500 }, {}, "sessions_late"],
])("sessions: %s", (_what, changes, others, field) => {
  const refusal = recordRefusal({ changes, values: { ...others, ...changes } }, WRITER);

  expect(refusal?.field ?? null).toBe(field);
});

test("where the calendar does not say how many sessions a term has, the report's own total holds", () => {
  const changes = { total_sessions: 300 };

  expect(recordRefusal({ changes, values: changes }, { ...WRITER, termSessions: null })).toBeNull();
});

test.each<[FieldValues, FieldValues, string]>([
  [{ total_sessions: 5 }, { sessions_absent: 6 }, "total_sessions"],
  [{ sessions_late: 7 }, { total_sessions: 6 }, "sessions_late"],
  [{ repeating: "Std 4" }, { promoted_to: "Std 5" }, "repeating"],
  [{ promoted_to: "Std 4" }, {}, "promoted_to"],
  [{ total_sessions: -1 }, {}, "total_sessions"],
  [{ total_sessions: Number.NaN }, {}, "total_sessions"],
])("%j beside %j is refused for %s", (changes, others, field) => {
  const refusal = recordRefusal({ changes, values: { ...others, ...changes } }, WRITER);

  expect(refusal).toMatchObject({ field });
});

test("where a student goes next is decided in term 3 only", () => {
  const refusal = recordRefusal(
    { changes: { promoted_to: "Std 5" }, values: { promoted_to: "Std 5" } },
    { ...WRITER, term: 2 },
  );

  expect(refusal).toEqual({ reason: "promotion can only be decided in Term 3", field: "promoted_to" });
});

test.each<[FieldValues, FieldValues]>([
  [{ teacher_comment: " \n " }, { teacher_comment: null }],
  [{ teacher_comment: "a\r\nb\rc" }, { teacher_comment: "a\nb\nc" }],
  [{ project: " Merit " }, { project: "Merit" }],
  [{ sessions_late: 0 }, { sessions_late: 0 }],
])("%j is kept as %j", (values, settled) => {
  expect(normaliseValues(TERM_RECORD_FIELDS, values)).toEqual(settled);
});

test.each<[FieldValues, string]>([
  [{}, "blank"],
  [{ total_sessions: 122, teacher_comment: null }, "blank"],
  [{ sessions_absent: 0 }, "saved"],
  [{ respect: "C" }, "saved"],
  [{ principal_comment: "Good." }, "saved"],
])("a record of %j counts as %s", (values, expected) => {
  expect(getReportReceiptCategory(values)).toBe(expected);
});

test("a record goes to the database and back unchanged", () => {
  const values = toRecordValues({
    total_sessions: 122,
    sessions_absent: 0,
    participation: "",
    promotion_progress: false,
    respect: "S",
    teacher_comment: "Well.",
  });

  expect(values).toMatchObject({
    sessions_absent: 0,
    participation: null,
    promotion_progress: "No",
    respect: "S",
  });
  expect(toRecordValues(valuesToColumns(TERM_RECORD_FIELDS, values))).toEqual({
    ...createBlankValues(TERM_RECORD_FIELDS),
    ...values,
  });
});

test.each<[string, ReportRole, boolean, EntryLock, string[]]>([
  ["the form teacher", TEACHER, true, "open", ["teacherComment"]],
  ["the principal", PRINCIPAL, true, "open", ["principalComment", "sign", "sendBack"]],
  ["an admin", ADMIN, true, "open", ["teacherComment", "adminMarks"]],
  ["a dean", DEAN, true, "not-yours", []],
  ["an admin after the term", ADMIN, false, "past-term", []],
  ["the principal after the term", PRINCIPAL, false, "past-term", []],
])("%s may do what is theirs", (_who, role, isCurrent, lock, expected) => {
  const rights = getReportRights(role, {
    lock: getReportLock(role, { isCurrent, dates: null }),
    isReturned: false,
    isOwnSignature: false,
  });

  expect(getReportLock(role, { isCurrent, dates: null })).toBe(lock);
  expect(Object.entries(rights).flatMap(([name, held]) => (held ? [name] : []))).toEqual(expected);
});

test("outside the dates of entry the principal signs what nobody writes any more", () => {
  const state = { lock: "outside-dates", isReturned: true, isOwnSignature: true } as const;

  expect(getReportRights(PRINCIPAL, state)).toMatchObject({
    sign: true,
    takeBack: true,
    principalComment: false,
  });
  expect(Object.values(getReportRights(TEACHER, state))).not.toContain(true);
});

test("only who writes a report resubmits it", () => {
  expect(getReportRights(TEACHER, { lock: "open", isReturned: true, isOwnSignature: false }).resubmit).toBe(
    true,
  );
  expect(getReportRights(PRINCIPAL, { lock: "open", isReturned: true, isOwnSignature: false }).resubmit).toBe(
    false,
  );
});

test("what can be edited follows role and term", () => {
  expect(listEditableFields(TEACHER, "open", 3)).toContain("promoted_to");
  expect(listEditableFields(TEACHER, "open", 1)).not.toContain("promoted_to");
  expect(listEditableFields(TEACHER, "open", 3)).not.toContain("principal_comment");
  expect(listEditableFields(PRINCIPAL, "open", 3)).toEqual(["principal_comment"]);
  expect(listEditableFields(ADMIN, "open", 3)).toEqual(listEditableFields(TEACHER, "open", 3));
  expect(listEditableFields(ADMIN, "past-term", 3)).toEqual([]);
});

test("a report that is only read says why", () => {
  const closed = { academicYearId: 20252026, term: 2, teachers: "D. Ramkissoon", dates: null };

  expect(describeReadOnlyReason({ ...closed, lock: "open" })).toBeNull();
  expect(describeReadOnlyReason({ ...closed, lock: "past-term" })).toBe(
    "2025-2026, Term 2 is over. You can read and print its reports, but you cannot change them.",
  );
  expect(describeReadOnlyReason({ ...closed, lock: "not-yours" })).toBe(
    "Reports of this class are written by D. Ramkissoon. You can read and print them.",
  );
});
