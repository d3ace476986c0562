import type { TILE_ICONS } from "./tile-icons.tsx";

/** Who sees a tile: holders of any of these permission ids, or whoever is an employee (not Admin: T2). */
type ShownTo = readonly number[] | "employees";

export type Section =
  | "mark-sheet"
  | "term-reports"
  | "reports"
  | "employees"
  | "students"
  | "subjects"
  | "marks-archive"
  | "attendance-summary"
  | "late-board"
  | "reset-password"
  | "readiness-board"
  | "settings"
  | "profile";

type Tile = {
  section: Section;
  title: string;
  subtitle: string;
  shownTo: ShownTo;
  icon: keyof typeof TILE_ICONS;
};

/** In the order of the menu. The section is also the last part of its URL. */
export const TILES: readonly Tile[] = [
  { section: "mark-sheet", title: "Enter Marks", subtitle: "Mark sheet", shownTo: [1], icon: "marks" },
  {
    section: "term-reports",
    title: "Edit/View Term Details",
    subtitle: "Comments and behaviour",
    shownTo: [2, 9, 10],
    icon: "details",
  },
  {
    section: "reports",
    title: "Print/View Reports",
    subtitle: "Print Report Cards, Mark Sheets, etc.",
    shownTo: [3],
    icon: "reports",
  },
  {
    section: "employees",
    title: "Employees",
    subtitle: "Add / Edit Teachers, Timetables",
    shownTo: [4],
    icon: "employees",
  },
  {
    section: "students",
    title: "Students",
    subtitle: "View/Edit Current Student Records",
    shownTo: [6],
    icon: "students",
  },
  {
    section: "subjects",
    title: "Subjects",
    subtitle: "Students and teachers by subject",
    shownTo: [4, 8],
    icon: "subjects",
  },
  {
    section: "marks-archive",
    title: "Marks Archive",
    subtitle: "Marks of past terms",
    shownTo: [6, 9],
    icon: "archive",
  },
  {
    section: "attendance-summary",
    title: "Attendance Summary",
    subtitle: "Present, absent, late by class",
    shownTo: [6, 9, 10],
    icon: "attendance",
  },
  {
    section: "late-board",
    title: "Late Board",
    subtitle: "Marks, reports, signatures",
    shownTo: [9, 10],
    icon: "late",
  },
  {
    section: "reset-password",
    title: "Reset Password",
    subtitle: "Reset Employee Passwords",
    shownTo: [7],
    icon: "password",
  },
  {
    section: "readiness-board",
    title: "Readiness Board",
    subtitle: "What a new term still needs",
    shownTo: [8],
    icon: "readiness",
  },
  {
    section: "settings",
    title: "Settings",
    subtitle: "Terms, subjects, posting",
    shownTo: [8],
    icon: "settings",
  },
  {
    section: "profile",
    title: "Profile",
    subtitle: "Your own record and documents",
    shownTo: "employees",
    icon: "profile",
  },
];

type Viewer = { permissions: readonly number[]; /** Null for Admin. */ employeeId: number | null };

/** The sections that exist and that this person may open, in the order of the menu (T2, design 3). */
export function visibleSections(viewer: Viewer, existing: readonly Section[]): Section[] {
  return TILES.filter(({ section, shownTo }) => existing.includes(section) && isShown(shownTo, viewer)).map(
    ({ section }) => section,
  );
}

function isShown(shownTo: ShownTo, { permissions, employeeId }: Viewer): boolean {
  if (shownTo === "employees") return employeeId !== null;
  return shownTo.some((id) => permissions.includes(id));
}
