import type { Entry, Whose } from "./log.ts";
import type { Change } from "./trail.ts";
import type { RowCase } from "./verdict.ts";

export const TYPIST = 1;
export const COLLEAGUE = 2;

/** The version of the row before anybody typed. */
export const BEFORE = 10;

type Based = { version: number; on: number };

/** The save is named after the version that it was based on. */
export function by(account: number, to: string, { version, on }: Based): Change {
  return { row: "17", account, to, from: null, version, saveId: `${version} on ${on}` };
}

export function caseOf(entries: Entry[], changes: Change[]): RowCase {
  const bases = changes.map(({ saveId }) => [saveId ?? "", Number(saveId?.split(" on ")[1])] as const);
  return {
    row: "17",
    before: { mark: "60", version: BEFORE },
    entries: [showed("saved", "60"), ...entries],
    sentByColleague: new Set(["66.66", "77.77"]),
    changes,
    bases: new Map(bases),
    typistAccount: TYPIST,
    colleagueAccount: COLLEAGUE,
  };
}

export function typed(value: string, over: string): Entry {
  return { did: "typed", value, over };
}

export function left(): Entry {
  return { did: "left" };
}

export function showed(phase: "saved" | "waiting" | "changed", value: string): Entry {
  return { did: "showed", phase, value };
}

export function chose(whose: Whose, mine: string, theirs: string): Entry {
  return { did: "chose", whose, mine, theirs };
}
