import { hasAccess, type PersonAccess } from "#access/permissions.ts";
import type { SchoolFlavour } from "#domain/grades.ts";

/**
 * The people who see a tile: those with the access that its page declares, everybody except the Admin account, or people
 * who have a class today and administrators.
 */
type TileAccess = PersonAccess | "all but Admin" | "class teachers";

type Tile = {
  title: string;
  subtitle: string;
  access: TileAccess;
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
    subtitle: "Present, absent, late by class",
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

type Viewer = {
  permissions: readonly number[];
  /** The employee's id; null for the Admin account. */
  employeeId: number | null;
  hasClass: boolean;
  flavour: SchoolFlavour;
};

/** Returns the sections that this person may open, in menu order. */
export function visibleSections(viewer: Viewer): MenuSection[] {
  return (Object.keys(MENU_TILES) as MenuSection[]).filter((section) => {
    const { access, flavour = viewer.flavour }: Tile = MENU_TILES[section];
    return flavour === viewer.flavour && isShown(access, viewer);
  });
}

function isShown(access: TileAccess, viewer: Viewer): boolean {
  if (access === "class teachers") return viewer.hasClass || hasAccess("admin", viewer);
  return access === "all but Admin" ? viewer.employeeId !== null : hasAccess(access, viewer);
}
