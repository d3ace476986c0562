import { recordOfChanges } from "./0001-0010/0001-record-of-changes.ts";
import { schoolAndCalendar } from "./0001-0010/0002-school-and-calendar.ts";
import { employeesAndAccounts } from "./0001-0010/0003-employees-and-accounts.ts";
import { students } from "./0001-0010/0004-students.ts";
import { classesAndLessons } from "./0001-0010/0005-classes-and-lessons.ts";
import { marks } from "./0001-0010/0006-marks.ts";
import { termRecords } from "./0001-0010/0007-term-records.ts";
import { signing } from "./0001-0010/0008-signing.ts";
import { fingerprintWithClass } from "./0001-0010/0009-fingerprint-with-class.ts";
import { rowVersions } from "./0001-0010/0010-row-versions.ts";
import { trailThroughTriggers } from "./0011-0020/0011-trail-through-triggers.ts";
import { securityEvents } from "./0011-0020/0012-security-events.ts";
import { signInRoutes } from "./0011-0020/0013-sign-in-routes.ts";
import { signatureTakenBack } from "./0011-0020/0014-signature-taken-back.ts";
import { oneTimePasswords } from "./0011-0020/0015-one-time-passwords.ts";
import { employeeRecords } from "./0011-0020/0016-employee-records.ts";
import { timetable } from "./0011-0020/0017-timetable.ts";
import { identityProvider } from "./0011-0020/0018-identity-provider.ts";
import { studentRecords } from "./0011-0020/0019-student-records.ts";
import { studentSearch } from "./0011-0020/0020-student-search.ts";
import { dailyAttendance } from "./0021-0030/0021-daily-attendance.ts";
import { batches } from "./0021-0030/0024-batches.ts";
import { batchKeys } from "./0021-0030/0025-batch-keys.ts";
import { pictureUploads } from "./0021-0030/0026-picture-uploads.ts";
import { studentMerges } from "./0021-0030/0027-student-merges.ts";
import { batchCovers } from "./0021-0030/0028-batch-covers.ts";
import { subjectVersions } from "./0021-0030/0029-subject-versions.ts";
import { imports } from "./0021-0030/0030-imports.ts";
import { turnOfTheTerm } from "./0031-0040/0031-turn-of-the-term.ts";
import { termVersions } from "./0031-0040/0033-term-versions.ts";
import { entryWindows } from "./0031-0040/0034-entry-windows.ts";
import { assessmentVersions } from "./0031-0040/0035-assessment-versions.ts";
import { classMoves } from "./0031-0040/0036-class-moves.ts";
import { archiveRegistrations } from "./0031-0040/0037-archive-registrations.ts";
import { accessTokens } from "./0041-0050/0041-access-tokens.ts";
import { importAddresses } from "./0041-0050/0042-import-addresses.ts";
import { backups } from "./0041-0050/0043-backups.ts";
import { errorEvents } from "./0041-0050/0045-error-events.ts";
import { teachersOfAClass } from "./0041-0050/0046-teachers-of-a-class.ts";
import { cleanText } from "./0041-0050/0047-clean-text.ts";
import { importReadings } from "./0041-0050/0048-import-readings.ts";
import { dayOfTerm } from "./0041-0050/0049-day-of-term.ts";
import { keptCounts } from "./0041-0050/0050-kept-counts.ts";
import { plainLetters } from "./0051-0060/0051-plain-letters.ts";
import { reportCardSettings } from "./0051-0060/0052-report-card-settings.ts";
import { family } from "./0051-0060/0054-family.ts";
import { carriedOver } from "./0051-0060/0055-carried-over.ts";
import { signatureOverEveryColumn } from "./0051-0060/0056-signature-over-every-column.ts";
import { entryCorrections } from "./0051-0060/0057-entry-corrections.ts";
import { kindsOfImport } from "./0051-0060/0058-kinds-of-import.ts";
import { remarks } from "./0051-0060/0059-remarks.ts";
import { courseWorkWeights } from "./0051-0060/0060-course-work-weights.ts";
import { defaultOutcomes } from "./0061-0070/0061-default-outcomes.ts";
import { selectionsAndUndo } from "./0061-0070/0062-selections-and-undo.ts";
import { phraseAverages } from "./0061-0070/0063-phrase-averages.ts";
import { largeSchools } from "./0061-0070/0065-large-schools.ts";
import { printRuns } from "./0061-0070/0069-print-runs.ts";
import { attendanceReasons } from "./0071-0080/0073-attendance-reasons.ts";
import { registrationDetails } from "./0071-0080/0075-registration-details.ts";
import { classesLeftOut } from "./0071-0080/0080-classes-left-out.ts";
import { marksWithRemarks } from "./0081-0090/0086-marks-with-remarks.ts";
import { conduct } from "./0081-0090/0089-conduct.ts";
import { formClasses } from "./0081-0090/0090-form-classes.ts";
import { registerStates } from "./0091-0100/0092-register-states.ts";
import type { Migration } from "./migration.ts";

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
  trailThroughTriggers,
  securityEvents,
  signInRoutes,
  signatureTakenBack,
  oneTimePasswords,
  employeeRecords,
  timetable,
  identityProvider,
  studentRecords,
  studentSearch,
  dailyAttendance,
  batches,
  batchKeys,
  pictureUploads,
  studentMerges,
  batchCovers,
  subjectVersions,
  imports,
  turnOfTheTerm,
  termVersions,
  entryWindows,
  assessmentVersions,
  classMoves,
  archiveRegistrations,
  accessTokens,
  importAddresses,
  backups,
  errorEvents,
  teachersOfAClass,
  cleanText,
  importReadings,
  dayOfTerm,
  keptCounts,
  plainLetters,
  reportCardSettings,
  family,
  carriedOver,
  signatureOverEveryColumn,
  entryCorrections,
  kindsOfImport,
  remarks,
  courseWorkWeights,
  defaultOutcomes,
  selectionsAndUndo,
  phraseAverages,
  largeSchools,
  printRuns,
  attendanceReasons,
  registrationDetails,
  classesLeftOut,
  marksWithRemarks,
  conduct,
  formClasses,
  registerStates,
];
