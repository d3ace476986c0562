import {
  WORKBOOK_SHEETS,
  type ImportFileDecisionName,
  type ImportKind,
  type SchoolImportKind,
} from "#domain/people/imports.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export const IMPORT_ROWS_PER_PAGE = 50;

const IMPORT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isImportId(text: string | undefined): text is string {
  return text !== undefined && IMPORT_ID.test(text);
}

export function importUrl(kind: ImportKind, importId: string): string {
  return `${IMPORT_KIND_TEXTS[kind].path}/${importId}`;
}

/**
 * Returns the URL of the step between upload and preview, in which the columns are matched.
 * @param change the decision whose choices are open
 */
export function importColumnsUrl(base: string, change: ImportFileDecisionName | null = null): string {
  return withQuery(base, { step: "columns", change });
}

export function importTemplateUrl(kind: ImportKind, format: "xlsx" | "csv"): string {
  return `${IMPORT_KIND_TEXTS[kind].path}/template/${format}`;
}

/** Returns the URL of a file with the refused rows, in the same format as the uploaded file. */
export function refusedRowsUrl(kind: ImportKind, importId: string): string {
  return `${importUrl(kind, importId)}/refused`;
}

type Words = {
  /** The noun in the singular and plural, such as `student` and `students`. */
  one: string;
  several: string;
  title: string;
  /** A line about the list, on the page that lists all kinds. */
  about: string;
  /** The page that lists the imported records: its URL, its name, and the URL that exports the list. */
  list: string;
  listed: string;
  exported: string | null;
  path: string;
  /** The heading of the column between the name and the outcome. */
  beside: string;
  /** Whether each row is about one person, whose ID is shown. */
  hasIds: boolean;
  /** The label of the button that says a row is about a new person. */
  another: string;
  /** The words under the number of new records; null if the number of their classes is shown there. */
  created: string | null;
  rules: readonly string[];
};

const FOR_ALL = [
  "An empty cell changes nothing.",
  "Dates can be written as 2026-11-20, 20/11/2026 or 20 Nov 2026, or be Excel dates.",
  "A row with a problem is not imported. The preview shows the reason.",
];

type SchoolWords = Pick<
  Words,
  "one" | "several" | "title" | "about" | "list" | "listed" | "beside" | "rules"
> &
  Partial<Pick<Words, "hasIds" | "created">>;

function schoolKind(kind: SchoolImportKind, { rules, ...words }: SchoolWords): Words {
  return {
    path: `${PATHS.schoolImports}/${kind}`,
    exported: null,
    hasIds: false,
    another: words.one,
    created: null,
    ...words,
    rules: [
      ...rules,
      "An empty cell changes nothing.",
      "A row with a problem is not imported. The preview shows the reason.",
    ],
  };
}

const TEACHERS_ARE_NAMED =
  "Identify a teacher by username, Employee ID or full name, such as Kiara Hinds. The teacher must already be an employee.";

const STUDENT_IS_NAMED = "In the Student ID column, enter the student’s ID or birth certificate PIN.";

const MARK_RULES = [
  "Termbook checks marks by the rules of the mark sheet, and saves them with their history as if you had typed them.",
  STUDENT_IS_NAMED,
  "A mark without a test is for the end of the term. For the other test, write Mid Term, Interim Test or Course.",
  "Write Abs for a student who was absent.",
];

/** The texts for each kind of import. */
export const IMPORT_KIND_TEXTS: Readonly<Record<ImportKind, Words>> = {
  students: {
    one: "student",
    several: "students",
    title: "Import students",
    about: "Names, birth certificates, addresses and classes",
    list: PATHS.students,
    listed: "Students",
    exported: PATHS.exportStudents,
    path: PATHS.importStudents,
    beside: "Class",
    hasIds: true,
    another: "student",
    created: null,
    rules: [
      "A row with the Student ID of a student who is already in Termbook changes that student’s record. Any other row adds a student.",
      "A new student without an ID gets the school’s next ID.",
      ...FOR_ALL,
    ],
  },
  employees: {
    one: "employee",
    several: "employees",
    title: "Import employees",
    about: "Names and posts, with an account for each employee",
    list: PATHS.employees,
    listed: "Employees",
    exported: PATHS.exportEmployees,
    path: PATHS.importEmployees,
    beside: "User name",
    hasIds: true,
    another: "employee",
    created: "with an account each",
    rules: [
      "A row with the Employee ID or the User Name of a current employee changes that employee’s record. Any other row adds an employee.",
      "A new employee without a username gets one made from their name. New employees can only enter marks, edit term reports and print. Print their password letters under Reset Password.",
      "An import cannot change the record of an administrator or the principal. Change that record under Employees.",
      ...FOR_ALL,
    ],
  },
  subjects: schoolKind("subjects", {
    one: "subject",
    several: "subjects",
    title: "Import subjects",
    about: "Titles and abbreviations",
    list: PATHS.schoolSubjects,
    listed: "Subjects",
    beside: "Abbreviation",
    created: "in the school’s list",
    rules: [
      "A row with the title of a subject that is already in Termbook changes the abbreviation, or brings a retired subject back. Any other row adds a subject.",
    ],
  }),
  classes: schoolKind("classes", {
    one: "class",
    several: "classes",
    title: "Import classes",
    about: "Classes of this year or next year, with their form teachers",
    list: PATHS.employees,
    listed: "Employees",
    beside: "Form teacher",
    created: "with their form teachers",
    rules: [
      "Write the name of a class as Termbook shows it, such as 3A or Std 4 R. In a primary school, Std 4 with a form teacher adds that teacher’s class.",
      "A class without a year belongs to this year. You can also import next year’s classes.",
      TEACHERS_ARE_NAMED,
      "A class that already has another form teacher is not changed.",
    ],
  }),
  lessons: schoolKind("lessons", {
    one: "lesson",
    several: "lessons",
    title: "Import lessons",
    about: "The teacher, subject and class of each lesson",
    list: PATHS.employees,
    listed: "Employees",
    beside: "Class",
    rules: [
      "Each row gives the teacher of a subject in a class this year. Lessons that are not in the file stay as they are.",
      "Write the title or abbreviation of a subject, and the name of a class as Termbook shows it.",
      TEACHERS_ARE_NAMED,
      "Write Yes under By Choice if only some students of the class take the subject.",
    ],
  }),
  choices: schoolKind("choices", {
    one: "subject choice",
    several: "subject choices",
    title: "Import subject choices",
    about: "Students and the By Choice subjects that they take",
    list: PATHS.subjects,
    listed: "Subjects",
    beside: "Class",
    hasIds: true,
    rules: [
      "Each row gives a student a subject that only some students of the class take. The lesson must be marked By Choice.",
      STUDENT_IS_NAMED,
      "You can leave out the teacher if only one teacher has this subject in the class.",
    ],
  }),
  marks: schoolKind("marks", {
    one: "mark",
    several: "marks",
    title: "Import marks",
    about: "Marks for this term, one row for each mark",
    list: PATHS.markSheets,
    listed: "Mark Sheets",
    beside: "Class",
    hasIds: true,
    rules: MARK_RULES,
  }),
  "marks-by-student": schoolKind("marks-by-student", {
    one: "student’s marks",
    several: "students’ marks",
    title: "Import marks by student",
    about: "Marks for this term, one row for each student and a column for each subject",
    list: PATHS.markSheets,
    listed: "Mark Sheets",
    beside: "Class",
    hasIds: true,
    rules: [
      ...MARK_RULES,
      "Enter the title or abbreviation of the subject at the top of each column of marks. If a subject has grades instead of marks, enter the grades.",
    ],
  }),
  "term-reports": schoolKind("term-reports", {
    one: "term report",
    several: "term reports",
    title: "Import term reports",
    about: "Sessions, behaviour and the teacher’s comments of this term",
    list: PATHS.termReports,
    listed: "Term Reports",
    beside: "Class",
    hasIds: true,
    rules: [
      "Each row fills in the report of one student for this term. The student must be in a class.",
      STUDENT_IS_NAMED,
      "Write C, S or R for a behaviour. You can fill in Promoted To and Repeating only in Term 3.",
      "The principal’s comment is left out, because only the principal writes it. An import does not change a signed report.",
    ],
  }),
  "past-marks": schoolKind("past-marks", {
    one: "past term",
    several: "past terms",
    title: "Import past marks",
    about: "Marks of Forms 1 to 3 for the marks archive of a secondary school",
    list: PATHS.marksArchive,
    listed: "Marks Archive",
    beside: "Class and term",
    hasIds: true,
    rules: [
      "Each row has a student’s marks of one past term, with a column for each subject’s course mark and exam mark.",
      STUDENT_IS_NAMED,
      "Enter the class that the student was in, such as 1A, and the term as 1, 2 or 3. Marks are out of 100.",
    ],
  }),
  entrants: schoolKind("entrants", {
    one: "new entrant",
    several: "new entrants",
    title: "Import new entrants",
    about: "Next year’s new students, such as SEA placements and 1st Year registrations, with their classes",
    list: PATHS.students,
    listed: "Students",
    beside: "Next year’s class",
    hasIds: true,
    rules: [
      "Each row registers a student who enters the school next year. The student joins the class in the row when that year starts.",
      "Make next year’s classes before you import students into them. A student without a class is also registered: you choose the class in the rehearsal of the new term.",
      "A student without an entry date enters on the first day of next year.",
      "A row with the Student ID of a student who is registered and in no class changes that student’s record and class.",
      ...FOR_ALL.slice(1, 2),
    ],
  }),
  workbook: {
    ...schoolKind("marks", {
      one: "row",
      several: "rows",
      title: "Import a school",
      about:
        "Subjects, employees, classes, students, lessons, choices, marks, reports and next year’s entrants, checked and imported together",
      list: PATHS.mainMenu,
      listed: "Main menu",
      beside: "About",
      hasIds: true,
      created: "in the order of the sheets",
      rules: [
        `The workbook has the sheets ${WORKBOOK_SHEETS.map(({ title }) => title).join(", ")}. Leave out the sheets that you do not need, or leave them empty.`,
        "The sheets are imported in this order, all or none, so a lesson can refer to a teacher in the same workbook.",
        "Give each student a Student ID. The other sheets use this ID to identify the student.",
      ],
    }),
    path: `${PATHS.schoolImports}/workbook`,
    another: "person",
  },
};
