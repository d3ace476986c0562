import { addDays } from "#domain/dates.ts";

export const LONGEST_NAME = 60;
/** A token that nobody remembers ends by itself. */
const MOST_DAYS = 366;
const USUAL_DAYS = 90;

/** A token as it is listed. */
export type ShownToken = {
  id: number;
  name: string;
  /** `Reads and writes`, `Reads only`. */
  may: string;
  /** `until 20 Feb 2027`, `ended 20 Nov 2026`. */
  until: string;
  /** `Not used yet`, or when it was used last. */
  used: string;
  /** Whose it is; the reader's own has none. */
  who: string | null;
  isOver: boolean;
};

export type TokenValues = { name: string; lastDay: string; mayWrite: boolean };

export type AccessTokens = {
  own: readonly ShownToken[];
  /** Those of everybody else; null for who is no administrator. */
  others: readonly ShownToken[] | null;
  /** What the form proposes, and between which days the last one lies. */
  proposed: TokenValues;
  days: { first: string; last: string };
  /** By which a form that is sent twice makes one token. */
  once: string;
};

/** What came of the form: the token, for the only time, or why there is none. */
export type TokenMade =
  | { ok: true; name: string; token: string }
  | { ok: false; values: TokenValues; errors: Partial<Record<keyof TokenValues, string>> };

export function daysOffered(today: string): Pick<AccessTokens, "proposed" | "days"> {
  return {
    proposed: { name: "", lastDay: addDays(today, USUAL_DAYS), mayWrite: false },
    days: { first: today, last: addDays(today, MOST_DAYS) },
  };
}

/** Why a day is none that a token can end on; null where it can. */
export function dayFault(day: string, { first, last }: AccessTokens["days"]): string | null {
  if (day < first) return "This day is over.";
  return day > last ? "A token lasts a year at most." : null;
}
