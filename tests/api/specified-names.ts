/**
 * The names that the school's documents give to the fields of each call, in their spelling: those a call accepts and
 * those of its reply's rows. `specification.test.ts` looks for each in the call's own shapes.
 */
type Names = Readonly<Record<string, { sends?: string; answers?: string }>>;

const PERSONAL =
  "address_home town country_of_birth nationality phone_mobile email ethnic_group_id religion_id previous_school blood_group device_type internet_access school_feeding";
const FAMILY =
  "student_id relationship name relation marital_status address_home phone_mobile phone_work phone_home email occupation employer address_work id_card";
const EMPLOYEE = "title first_name last_name other_name gender date_of_birth marital_status";
const EMPLOYMENT =
  "teacher_number email_moe ihris_id entry_date_public_service entry_date_teaching_service assumption_date_school substantive_post_id assumption_date_substantive acting_post_id assumption_date_acting department teacher_class subjects_taught";
const RATINGS =
  "communication cooperation respect responsibility attitude judgement complete_assignment class_participation self_confidence punctual";
const REPORT = `total_sessions sessions_absent sessions_late participation project promotion_progress promoted_to repeating teacher_comment principal_comment principal_signature ${RATINGS}`;
const LESSON = "subject_id subject_title form_class_id employee_id title form_level max_mark";
const CLASS =
  "form_class_id employee_id first_name last_name coTeachers coTeachers.employee_id coTeachers.name";
const TERM =
  "academic_term_id academic_year_id academic_year term forthnightly_tests value forthnightlyTests assesmentType";
const STUDENT =
  "id prev_id first_name last_name other_name date_of_birth birth_certificate_pin gender form_class_id form_level employee_id house_id entry_date serial_number student_status_id";
const USER =
  "employee.id employee.first_name employee.last_name user.password_reset permissions.user_permission_id";
const POSTING = "academic_term_id academic_year_id term posted date_posted form_class_id employee_id";
const FILE = "id description url file_type";
const SHEET = "academic_term_id form_class_id employee_id";

export const NAMES: Names = {
  "GET /api/report-card": { sends: `${SHEET} student_id` },
  "GET /api/mark-sheet": { sends: `${SHEET} test_id assesment_title assesment_id` },
  "GET /api/class-list/{}/{}/{}": { sends: "form_class_id employee_id academic_term_id" },
  "GET /api/registration-form": { sends: "form_class employee_id id" },
  "POST /api/upload-file": {
    sends: "file id file_type category file_description employee_id",
    answers: "message url file.id",
  },
  "POST /api/upload-pictures": { sends: "files[]" },
  "POST /api/student-picture/{}": { answers: "picture" },
  "POST /api/employee-login": { answers: USER },
  "GET /api/user-employee/{}": { sends: "userName", answers: USER },
  "POST /api/employee-change-password": { sends: "name password" },
  "POST /api/reset-employee-password": { sends: "employee_id", answers: "token" },
  "POST /api/reset-password": { sends: "student_id" },
  "GET /api/employees": {
    answers: "id first_name last_name user_name gender employee_status_id picture employee_id",
  },
  "GET /api/employee-statuses": { answers: "id status" },
  "POST /api/employee": { sends: `employee_id ${EMPLOYEE}`, answers: "employee.id employee.employee_id" },
  "GET /api/employee": { sends: "employee_id", answers: `employee_id ${EMPLOYEE}` },
  "DELETE /api/employee": { sends: "employee_id employee_status_id" },
  "GET /api/employee-employment-details": { sends: "employee_id", answers: EMPLOYMENT },
  "POST /api/employee-employment-details": { sends: `employee_id ${EMPLOYMENT}` },
  "GET /api/employee-posts": { answers: "id post" },
  "POST /api/employee-posts": { sends: "employee_id substantive_post_id acting_post_id" },
  "GET /api/qualifications": { answers: "id title details detail" },
  "POST /api/qualifications": { sends: "employee_id" },
  "GET /api/employee-qualifications": { sends: "employee_id" },
  "POST /api/employee-qualifications": { sends: "employee_id" },
  "GET /api/employee-files": { sends: "employee_id", answers: FILE },
  "POST /api/employee-files": { sends: "file employee_id", answers: "message url file.id" },
  "GET /api/employee-post/{}": { sends: "employee", answers: "id post" },
  "GET /api/teacher-lessons/{}": { sends: "id", answers: LESSON },
  "POST /api/teacher-lesson": {
    sends: "subject_id form_class_id employee_id new_subject_id new_form_class_id",
  },
  "POST /api/delete-teacher-lesson": { sends: "subject_id form_class_id employee_id" },
  "GET /api/form-teacher-class/{}/{}": { sends: "employee year", answers: "form_class_id" },
  "POST /api/form-teacher-class": { sends: "employee_id form_class_id academic_year_id" },
  "GET /api/form-dean-assignments/{}": { sends: "employee", answers: "form_classes employee_id" },
  "POST /api/form-dean-assignments": { sends: "form_classes employee_id" },
  "GET /api/form-classes": { answers: "id" },
  "GET /api/form-classes-list": { answers: CLASS },
  "GET /api/form-classes-teachers": { answers: CLASS },
  "GET /api/form-classes-teachers/{}": { sends: "year", answers: CLASS },
  "GET /api/form-teacher-assignment/{}/{}": { answers: CLASS },
  "GET /api/subjects": { answers: "id title abbr" },
  "POST /api/subjects": { sends: "id title abbr" },
  "DELETE /api/subject": { sends: "id" },
  "GET /api/students": {
    answers:
      "id student_id first_name last_name other_name date_of_birth birth_certificate_pin gender form_class_id form_level employee_id employees house_id entry_date serial_number picture teacher student_status_id birth_certificate immunization_card",
  },
  "GET /api/subject-students": {
    answers: "subject_id student_id last_name first_name gender form_class employee_id",
  },
  "POST /api/subject-students": { sends: "subject_id student_id employee_id" },
  "POST /api/student-subject-assignment": { sends: "subject_id student_id employee_id" },
  "POST /api/delete-student-subject-assignment": { sends: "subject_id student_id" },
  "POST /api/student": { sends: STUDENT, answers: "student.id" },
  "DELETE /api/student": { sends: "student_id student_status_id" },
  "GET /api/student-status": { answers: "id detail" },
  "GET /api/student-data-personal": { sends: "student_id", answers: PERSONAL },
  "POST /api/student-data-personal": { sends: `student_id ${PERSONAL}` },
  "GET /api/student-data-medical/{}": { sends: "student_id", answers: "allergies other" },
  "POST /api/student-data-medical": { sends: "student_id allergies other" },
  "GET /api/student-data-family": { sends: "student_id", answers: FAMILY },
  "POST /api/student-data-family/{}": { sends: FAMILY },
  "POST /api/student-class-registration": { sends: "student_id form_class_id" },
  "GET /api/religions": { answers: "id grouping" },
  "GET /api/ethnic-groups": { answers: "id grouping" },
  "GET /api/attendance-report-summary-data": {
    sends: "attendance_date",
    answers:
      "records.attendance_records.attendance records.attendance_records.total attendance_school.attendance attendance_late.attendance",
  },
  "GET /api/term-marks/{}": { answers: "student_id subject_id mark test_id academic_term_id" },
  "POST /api/student-term-mark": { sends: "student_id subject_id mark test_id academic_term_id" },
  "DELETE /api/student-term-mark": { sends: "student_id subject_id test_id academic_term_id" },
  "POST /api/student-term-mark-update": {
    sends: "student_id academic_term_id prev_subject_id new_subject_id employee_id",
  },
  "POST /api/register-student": { sends: "student_id academic_term_id form_class_id" },
  "GET /api/current-term": {
    answers: "id academic_year_id term term_start term_end total_sessions next_term_start",
  },
  "POST /api/current-term": { sends: "term term_start term_end total_sessions next_term_start" },
  "GET /api/next-term": { answers: "term_start" },
  "POST /api/term-registration": { sends: "new_term_beginning total_sessions" },
  "GET /api/term-history": { answers: "id year term period current" },
  "POST /api/backdate-term": { sends: "academic_term_id" },
  "GET /api/term-reports": { sends: "academic_term_id", answers: POSTING },
  "POST /api/term-reports": { sends: "academic_term_id form_classes_not_posted posted", answers: POSTING },
  "GET /api/term-assesment-assignment/{}": { sends: "class", answers: "detail" },
  "GET /api/term-configuration": {
    answers:
      "assesment_type assesments assesments.form_class_id assesments.subjects.subject_id assesments.subjects.title assesments.subjects.test_date assesments.subjects.max_mark",
  },
  "GET /api/current-period": { answers: "value academic_year_id forthnightlyTests assesmentType" },
  "GET /api/mark-sheet-students": {
    sends: "academicTermId employeeId test forthnightlyTestId",
    answers:
      "total data data.first_name data.last_name data.mark data.max_mark data.attendance data.grade data.grades data.picture data.employee_id",
  },
  "POST /api/mark-record": { sends: "employee_id student_id mark attendance grade grades" },
  "GET /api/forthnightly-assesments/{}": { answers: "forthnightly_test_id title test_date subjects" },
  "GET /api/subject-assesment-criteria/{}/{}": { answers: "id detail" },
  "GET /api/student-term-details": {
    answers: `student_id first_name last_name form_class_id academic_term_id employee_id term ${REPORT}`,
  },
  "POST /api/student-term-details": { sends: `student_id academic_term_id ${REPORT}` },
  "GET /api/student-term-marks": {
    answers:
      "subject_id abbr max_mark mark percentage course_mark course_attendance exam_attendance exam_mark grade max_mark1 mark1 max_mark2 mark2",
  },
  "GET /api/mark-sheet-terms": { answers: TERM },
  "GET /api/report-card-terms": { answers: TERM },
  "GET /api/class-list-years": { answers: "academic_year_id start end" },
};
