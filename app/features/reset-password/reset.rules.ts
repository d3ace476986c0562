import { listQuery, type ListedPerson, type ListPlace } from "#domain/people/list-place.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

/** A line of the list; `refusal` says why there is nothing to press. */
export type ResetLine = ListedPerson & {
  /** `Own`, or `One-time, void after 4 Jul`. */
  password: string;
  isOneTime: boolean;
  mayReset: boolean;
};

export type ResetList = { place: ListPlace; lines: ResetLine[]; found: number; total: number };

/** Whose password is to be reset, before it is. */
export type Resettable = {
  id: number;
  firstName: string;
  name: string;
  gender: "F" | "M" | null;
  userName: string;
  openSessions: number;
  /** When the password that is to be reset was set, in ms. */
  asOf: number;
};

export type ShownReset = {
  people: {
    id: number;
    firstName: string;
    name: string;
    gender: "F" | "M" | null;
    userName: string;
    password: string;
  }[];
  /** Sessions that have ended. */
  ended: number;
  /** `10 Jul 2026`. */
  voidAfter: string;
  /** For `PrintSlips`. */
  seal: string;
};

/** As many as one asks for at once: hashing their passwords takes about a second. */
export const MOST_AT_ONCE = 100;

const CHOSEN = /^reset-([1-9]\d{0,8})$/;

export function resetListUrl(place: ListPlace): string {
  return withQuery(PATHS.resetPassword, listQuery(place));
}

/** The question over the list: of one by the id, or `several`. */
export function resetUrl(who: number | "several", place: ListPlace): string {
  return withQuery(`${PATHS.resetPassword}/${who}`, listQuery(place));
}

/** Each tick has a name of its own: a form names nothing twice. */
export function tickName(employeeId: number): string {
  return `reset-${employeeId}`;
}

export function chosenIn(names: Iterable<string>): number[] {
  return [...new Set(names)].flatMap((name) => {
    const [, id] = CHOSEN.exec(name) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
}

/** Which passwords the question was asked about, by employee: its ticks say since when they are. */
export function askedAsOf(form: FormData): ReadonlyMap<number, number> {
  const told = [...form].flatMap(([name, value]) => {
    const [id] = chosenIn([name]);
    return id !== undefined && /^\d+$/.test(String(value)) ? [[id, Number(value)] as const] : [];
  });
  return new Map(told);
}

export function sessionWords(ended: number): string {
  return ended === 1 ? "1 open session" : `${ended} open sessions`;
}
