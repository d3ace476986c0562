import type { SchoolFlavour } from "#domain/grades.ts";

type Tile = {
  title: string;
  subtitle: string;
  /** The access that the page declares, `all but Admin`, or `class teachers`, which includes administrators. */
  access: string;
  /** The kind of school that has the tile; every school has it if this is left out. */
  flavour?: SchoolFlavour;
};

/** The tiles in menu order. Each key is a section, and also the last part of the section's URL. */
export const MENU_TILES = {
  overview: { title: "Overview", subtitle: "Today, attendance, report week", access: "overview" },
  "mark-sheet": { title: "Enter Marks", subtitle: "Mark sheet", access: "marks.enter" },
  "attendance-register": {
    title: "Daily Register",
    subtitle: "Mark who is present",
    access: "class teachers",
  },
  "term-reports": {
    title: "Edit/View Term Details",
    subtitle: "Comments and behaviour",
    access: "term-reports",
  },
  reports: {
    title: "Print/View Reports",
    subtitle: "Print Report Cards, Mark Sheets, etc.",
    access: "print-reports",
  },
  employees: { title: "Employees", subtitle: "Add / Edit Teachers, Timetables", access: "employees" },
  students: { title: "Students", subtitle: "View/Edit Current Student Records", access: "students" },
  subjects: { title: "Subjects", subtitle: "Students and teachers by subject", access: "subject-assignment" },
  "marks-archive": {
    title: "Marks Archive",
    subtitle: "Marks of past terms",
    access: "marks-archive",
    flavour: "secondary",
  },
  "attendance-summary": {
    title: "Attendance Summary",
    subtitle: "Present, absent and late by class",
    access: "attendance-summary",
  },
  "late-board": { title: "Late Board", subtitle: "Marks, reports, signatures", access: "late-board" },
  "reset-password": {
    title: "Reset Password",
    subtitle: "Reset Employee Passwords",
    access: "employee-passwords",
  },
  "readiness-board": {
    title: "Readiness Board",
    subtitle: "Checks before a new term",
    access: "settings.manage",
  },
  settings: { title: "Settings", subtitle: "Term, subjects, holidays", access: "settings.manage" },
  "security-events": { title: "Security Events", subtitle: "Sign-ins, passwords, prints", access: "admin" },
  profile: { title: "Profile", subtitle: "Your password and sign-ins", access: "all but Admin" },
} as const satisfies Record<string, Tile>;

export type MenuSection = keyof typeof MENU_TILES;
