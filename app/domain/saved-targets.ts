import {
  parseClassKey,
  parseId,
  PATHS,
  parseRegisterKey,
  parseMarkSheetKey,
  type RegisterKey,
  type ReportKey,
  type MarkSheetKey,
} from "./paths.ts";

/** The page to which unsent rows belong, derived from the address because devices store no names. */
export type SaveTarget =
  | ({ kind: "marks" } & MarkSheetKey)
  | ({ kind: "report" } & ReportKey)
  | ({ kind: "register" } & RegisterKey)
  | { kind: "archive"; studentKey: number };

type SavedKind = SaveTarget["kind"];

type SavedScreen = {
  /** The first part of the address to which rows are sent. One to three more segments identify the target. */
  path: string;
  /** The noun for one row and for several rows. */
  noun: readonly [one: string, many: string];
  /** The name shown for the target until the server has sent the real one. */
  title: string;
  target: (parts: readonly string[]) => SaveTarget | null;
};

/** The pages whose unsaved rows wait on the device. */
const SAVED_SCREENS: Readonly<Record<SavedKind, SavedScreen>> = {
  marks: {
    path: PATHS.markSheets,
    noun: ["mark", "marks"],
    title: "A mark sheet",
    target: ([lessonId, termId, test]) => {
      const sheet = parseMarkSheetKey({ lessonId, termId, test });
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

/** Parses an address to which rows are sent. Returns null for any other address. */
export function parseSaveTarget(address: string): SaveTarget | null {
  const [, path, named = ""] = SAVING.exec(address) ?? [];
  const screen = Object.values(SAVED_SCREENS).find((item) => item.path === path);
  return screen?.target(named.split("/")) ?? null;
}

/** Returns a general name for the target of unsent rows, which is shown until the server has sent the real name. */
export function saveTargetTitle(address: string): string {
  return SAVED_SCREENS[parseSaveTarget(address)?.kind ?? "marks"].title;
}

/** Returns the address of the page whose rows are sent to this address. */
export function pageOfSaveAddress(address: string): string {
  return address.replace(/\/save$/, "");
}

/** Counts unsent rows by the addresses to which they are sent: `3 marks`, `1 report`, `3 marks and 1 report`. */
export function formatUnsentItemCount(addresses: readonly string[]): string {
  const kinds = addresses.map((address) => parseSaveTarget(address)?.kind ?? "marks");
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
