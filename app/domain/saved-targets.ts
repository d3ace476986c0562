import {
  classKeyIn,
  idOf,
  PATHS,
  registerKeyIn,
  sheetKeyIn,
  type RegisterKey,
  type ReportKey,
  type SheetKey,
} from "./paths.ts";

/** What rows are sent to, told from the address alone: a device keeps addresses and ids, no names. */
export type SavedTarget =
  | ({ kind: "marks" } & SheetKey)
  | ({ kind: "report" } & ReportKey)
  | ({ kind: "register" } & RegisterKey)
  | { kind: "archive"; studentKey: number };

type SavedKind = SavedTarget["kind"];

type SavedScreen = {
  /** Where its addresses begin; one to three parts name the target. */
  path: string;
  /** What a row of it is, and what some are. */
  noun: readonly [one: string, many: string];
  /** What it is called as long as the server cannot say which it is. */
  title: string;
  target: (parts: readonly string[]) => SavedTarget | null;
};

/** The screens whose rows wait on the device. */
const SAVED_SCREENS: Readonly<Record<SavedKind, SavedScreen>> = {
  marks: {
    path: PATHS.markSheets,
    noun: ["mark", "marks"],
    title: "A mark sheet",
    target: ([lessonId, termId, test]) => {
      const sheet = sheetKeyIn({ lessonId, termId, test });
      return sheet && { kind: "marks", ...sheet };
    },
  },
  report: {
    path: PATHS.termReports,
    noun: ["report", "reports"],
    title: "A term report",
    target: ([classId, termId, student]) => {
      const [held, studentKey] = [classKeyIn({ classId, termId }), idOf(student)];
      return held && studentKey ? { kind: "report", ...held, studentKey } : null;
    },
  },
  register: {
    path: PATHS.attendanceRegister,
    noun: ["register entry", "register entries"],
    title: "An attendance register",
    target: ([classId, day, session]) => {
      const register = registerKeyIn({ classId, day, session });
      return register && { kind: "register", ...register };
    },
  },
  archive: {
    path: PATHS.marksArchive,
    noun: ["term of the archive", "terms of the archive"],
    title: "A marks archive",
    target: ([student, ...others]) => {
      const studentKey = others.length === 0 ? idOf(student) : null;
      return studentKey === null ? null : { kind: "archive", studentKey };
    },
  },
};

const SAVING = /^(\/app\/[a-z-]+)\/([^/?]+(?:\/[^/?]+){0,2})\/save$/;

/** @returns null for an address that saves nothing */
export function savedTarget(address: string): SavedTarget | null {
  const [, path, named = ""] = SAVING.exec(address) ?? [];
  const screen = Object.values(SAVED_SCREENS).find((each) => each.path === path);
  return screen?.target(named.split("/")) ?? null;
}

/** What rows are sent to is called as long as the server cannot say which it is. */
export function savedTitle(address: string): string {
  return SAVED_SCREENS[savedTarget(address)?.kind ?? "marks"].title;
}

/** The page of the sheet or report whose saves go to this address. */
export function pageOfAddress(address: string): string {
  return address.replace(/\/save$/, "");
}

/** '3 marks', '1 report', '3 marks and 1 report': what so many rows are, by the addresses that they are sent to. */
export function itemWords(addresses: readonly string[]): string {
  const kinds = addresses.map((address) => savedTarget(address)?.kind ?? "marks");
  const parts = Object.entries(SAVED_SCREENS).map(([kind, { noun }]) =>
    counted(kinds.filter((each) => each === kind).length, noun),
  );
  return joined(parts.filter((part) => part !== null));
}

function counted(count: number, [one, many]: SavedScreen["noun"]): string | null {
  if (count === 0) return null;
  return `${count} ${count === 1 ? one : many}`;
}

function joined(parts: readonly string[]): string {
  const last = parts.slice(-1);
  return [parts.slice(0, -1).join(", "), ...last].filter(Boolean).join(" and ");
}
