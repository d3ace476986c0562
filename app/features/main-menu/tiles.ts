import type { SchoolFlavour } from "#domain/grades.ts";

/**
 * The people who see a tile. A list means people with any of these permission ids; "employees" means everybody except
 * the Admin account; "class teachers" means people who have a class today, and administrators.
 */
type ShownTo = readonly number[] | "employees" | "class teachers";

const ADMIN = 9;

type Tile = {
  title: string;
  subtitle: string;
  shownTo: ShownTo;
  /** The kind of school that has the tile; every school has it if this is left out. */
  flavour?: SchoolFlavour;
};

/** The tiles in menu order. Each key is a section, and also the last part of the section's URL. */
export const MENU_TILES = {
  overview: { title: "Overview", subtitle: "Today, attendance, report week", shownTo: [2, 9, 10] },
  "mark-sheet": { title: "Enter Marks", subtitle: "Mark sheet", shownTo: [1] },
  "attendance-register": {
    title: "Daily Register",
    subtitle: "Mark who is present",
    shownTo: "class teachers",
  },
  "term-reports": {
    title: "Edit/View Term Details",
    subtitle: "Comments and behaviour",
    shownTo: [2, 9, 10],
  },
  reports: {
    title: "Print/View Reports",
    subtitle: "Print Report Cards, Mark Sheets, etc.",
    shownTo: [3, 6, 9, 10],
  },
  employees: { title: "Employees", subtitle: "Add / Edit Teachers, Timetables", shownTo: [4, 9] },
  students: { title: "Students", subtitle: "View/Edit Current Student Records", shownTo: [2, 6, 9, 10] },
  subjects: { title: "Subjects", subtitle: "Students and teachers by subject", shownTo: [4, 8, 9] },
  "marks-archive": {
    title: "Marks Archive",
    subtitle: "Marks of past terms",
    shownTo: [6, 9],
    flavour: "secondary",
  },
  "attendance-summary": {
    title: "Attendance Summary",
    subtitle: "Present, absent, late by class",
    shownTo: [6, 9, 10],
  },
  "late-board": { title: "Late Board", subtitle: "Marks, reports, signatures", shownTo: [9, 10] },
  "reset-password": { title: "Reset Password", subtitle: "Reset Employee Passwords", shownTo: [7, 9] },
  "readiness-board": { title: "Readiness Board", subtitle: "Checks before a new term", shownTo: [8] },
  settings: { title: "Settings", subtitle: "Term, subjects, holidays", shownTo: [8] },
  "security-events": { title: "Security Events", subtitle: "Sign-ins, passwords, prints", shownTo: [9] },
  profile: { title: "Profile", subtitle: "Your password and sign-ins", shownTo: "employees" },
} as const satisfies Record<string, Tile>;

export type MenuSection = keyof typeof MENU_TILES;

type Viewer = {
  permissions: readonly number[];
  /** The employee's id; null for the Admin account. */
  employeeId: number | null;
  hasClass: boolean;
  flavour: SchoolFlavour;
};

/** Returns which of the sections this person may open. */
export function visibleSections(viewer: Viewer, existing: readonly MenuSection[]): MenuSection[] {
  return existing.filter((section) => {
    const { shownTo, flavour = viewer.flavour }: Tile = MENU_TILES[section];
    return flavour === viewer.flavour && isShown(shownTo, viewer);
  });
}

function isShown(shownTo: ShownTo, { permissions, employeeId, hasClass }: Viewer): boolean {
  if (shownTo === "class teachers") return hasClass || permissions.includes(ADMIN);
  if (shownTo === "employees") return employeeId !== null;
  return shownTo.some((id) => permissions.includes(id));
}
