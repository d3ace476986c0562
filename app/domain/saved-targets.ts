import {
  parseClassKey,
  parseId,
  PATHS,
  parseRegisterKey,
  parseSheetKey,
  type RegisterKey,
  type ReportKey,
  type SheetKey,
} from "./paths.ts";

/** The target of waiting rows, from the address alone, because a device stores addresses and ids but no names. */
export type SavedTarget =
  | ({ kind: "marks" } & SheetKey)
  | ({ kind: "report" } & ReportKey)
  | ({ kind: "register" } & RegisterKey)
  | { kind: "archive"; studentKey: number };

type SavedKind = SavedTarget["kind"];

type SavedScreen = {
  /** The beginning of its addresses; one to three further parts identify the target. */
  path: string;
  /** The noun for one row, and for several. */
  noun: readonly [one: string, many: string];
  /** The name to use until the server says which target it is. */
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
      const sheet = parseSheetKey({ lessonId, termId, test });
      return sheet && { kind: "marks", ...sheet };
    },
  },
  report: {
    path: PATHS.termReports,
    noun: ["report", "reports"],
    title: "A term report",
    target: ([classId, termId, student]) => {
      const [held, studentKey] = [parseClassKey({ classId, termId }), parseId(student)];
      return held && studentKey ? { kind: "report", ...held, studentKey } : null;
    },
  },
  register: {
    path: PATHS.attendanceRegister,
    noun: ["register entry", "register entries"],
    title: "An attendance register",
    target: ([classId, day, session]) => {
      const register = parseRegisterKey({ classId, day, session });
      return register && { kind: "register", ...register };
    },
  },
  archive: {
    path: PATHS.marksArchive,
    noun: ["term in the marks archive", "terms in the marks archive"],
    title: "A marks archive",
    target: ([student, ...others]) => {
      const studentKey = others.length === 0 ? parseId(student) : null;
      return studentKey === null ? null : { kind: "archive", studentKey };
    },
  },
};

const SAVING = /^(\/app\/[a-z-]+)\/([^/?]+(?:\/[^/?]+){0,2})\/save$/;

/** Returns null for an address that saves nothing. */
export function parseSavedTarget(address: string): SavedTarget | null {
  const [, path, named = ""] = SAVING.exec(address) ?? [];
  const screen = Object.values(SAVED_SCREENS).find((item) => item.path === path);
  return screen?.target(named.split("/")) ?? null;
}

/** Returns the name of the rows' target until the server says which one it is. */
export function savedTargetTitle(address: string): string {
  return SAVED_SCREENS[parseSavedTarget(address)?.kind ?? "marks"].title;
}

/** Returns the page of the sheet or report that saves to this address. */
export function pageOfAddress(address: string): string {
  return address.replace(/\/save$/, "");
}

/** Counts rows by the addresses they are sent to: '3 marks', '1 report', '3 marks and 1 report'. */
export function formatItemCount(addresses: readonly string[]): string {
  const kinds = addresses.map((address) => parseSavedTarget(address)?.kind ?? "marks");
  const parts = Object.entries(SAVED_SCREENS).map(([kind, { noun }]) =>
    counted(kinds.filter((item) => item === kind).length, noun),
  );
  return joined(parts.filter((part) => part !== null));
}

function counted(count: number, [one, many]: SavedScreen["noun"]): string | null {
  if (count === 0) return null;
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

function joined(parts: readonly string[]): string {
  const last = parts.slice(-1);
  return [parts.slice(0, -1).join(", "), ...last].filter(Boolean).join(" and ");
}
