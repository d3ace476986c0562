import { classesAndLessons } from "./0005-classes-and-lessons.ts";
import { employeesAndAccounts } from "./0003-employees-and-accounts.ts";
import { fingerprintWithClass } from "./0009-fingerprint-with-class.ts";
import { marks } from "./0006-marks.ts";
import type { Migration } from "./migration.ts";
import { recordOfChanges } from "./0001-record-of-changes.ts";
import { rowVersions } from "./0010-row-versions.ts";
import { schoolAndCalendar } from "./0002-school-and-calendar.ts";
import { signing } from "./0008-signing.ts";
import { students } from "./0004-students.ts";
import { termRecords } from "./0007-term-records.ts";

/** Every migration in the order of its number; imported by name so that a build leaves none behind. */
export const migrations: readonly Migration[] = [
  recordOfChanges,
  schoolAndCalendar,
  employeesAndAccounts,
  students,
  classesAndLessons,
  marks,
  termRecords,
  signing,
  fingerprintWithClass,
  rowVersions,
];
