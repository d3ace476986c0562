import type { Sequelize } from "sequelize";
import { AcademicTerm } from "./academic-term.ts";
import { AcademicYear } from "./academic-year.ts";
import { Account } from "./account.ts";
import { AccountPermission } from "./account-permission.ts";
import { Assessment } from "./assessment.ts";
import { AssessmentCriterion } from "./assessment-criterion.ts";
import { AuditEvent } from "./audit-event.ts";
import { ClassTeacher } from "./class-teacher.ts";
import { CommentPhrase } from "./comment-phrase.ts";
import { CriterionGrade } from "./criterion-grade.ts";
import { DeanAssignment } from "./dean-assignment.ts";
import { Employee } from "./employee.ts";
import { EmployeeStatus } from "./employee-status.ts";
import { EthnicGroup } from "./ethnic-group.ts";
import { FormClass } from "./form-class.ts";
import { FortnightlyTest } from "./fortnightly-test.ts";
import { House } from "./house.ts";
import { Lesson } from "./lesson.ts";
import { LoginAttempt } from "./login-attempt.ts";
import { Mark } from "./mark.ts";
import { Permission } from "./permission.ts";
import { Posting } from "./posting.ts";
import { Registration } from "./registration.ts";
import { Religion } from "./religion.ts";
import { School } from "./school.ts";
import { SchoolClass } from "./school-class.ts";
import { Session } from "./session.ts";
import { StoredFile } from "./stored-file.ts";
import { Student } from "./student.ts";
import { StudentStatus } from "./student-status.ts";
import { StudentSubjectAssignment } from "./student-subject-assignment.ts";
import { Subject } from "./subject.ts";
import { TermRecord } from "./term-record.ts";

const MODELS = [
  AcademicTerm,
  AcademicYear,
  Account,
  AccountPermission,
  Assessment,
  AssessmentCriterion,
  AuditEvent,
  ClassTeacher,
  CommentPhrase,
  CriterionGrade,
  DeanAssignment,
  Employee,
  EmployeeStatus,
  EthnicGroup,
  FormClass,
  FortnightlyTest,
  House,
  Lesson,
  LoginAttempt,
  Mark,
  Permission,
  Posting,
  Registration,
  Religion,
  School,
  SchoolClass,
  Session,
  StoredFile,
  Student,
  StudentStatus,
  StudentSubjectAssignment,
  Subject,
  TermRecord,
];

/**
 * Gives every model the connection it works on. `database()` calls it once for the instance it opens: a model belongs
 * to the module graph that imported it (design section 1), and so does that instance. Migrations alone make tables; a
 * test holds every model to the table it is of.
 */
export function registerModels(sequelize: Sequelize): void {
  for (const model of MODELS) model.register(sequelize);
}
