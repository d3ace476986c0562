import { EVERY, type Attack, type Target, type Who } from "../target.ts";

/** The visitor is asked to sign in or rejected; a missing address may answer as missing to anybody. */
const CLOSED = [302, 400, 401, 403, 404, 405, 415, 422];
/** The page is closed to the visitor and shows nothing of its content. */
const NOT_THEIRS = [302, 400, 403, 404, 405, 409, 415, 422];
const EVERYTHING = /./;
/** Pages that a teacher without a class or a lesson may not see. */
const OF_A_CLASS = /\/(?:mark-sheet|term-reports|attendance-register)\/:(?:lessonId|classId)/;

type BadVisitor = { name: string; asvs: readonly string[]; cookie: (living: string) => string };

const COOKIES: readonly BadVisitor[] = [
  { name: "a token that somebody made up", asvs: ["7.2.1", "7.2.3"], cookie: () => `session=${"A".repeat(43)}` },
  { name: "a token with another end", asvs: ["7.2.1"], cookie: (living) => `${living.slice(0, -2)}zz` },
  { name: "a token in capitals", asvs: ["7.2.1"], cookie: (living) => living.replace(/=.*/, (token) => swapped(token)) },
  { name: "SQL for a token", asvs: ["1.2.4", "7.2.1"], cookie: () => "session=' or 1=1--" },
  { name: "an account's number for a token", asvs: ["7.2.2"], cookie: () => "session=1; account=1; user=1; isAdmin=true" },
  { name: "a token under another name", asvs: ["3.3.3", "7.2.1"], cookie: (living) => living.replace("session", "Session") },
]; // prettier-ignore

export const BY_COOKIE: readonly Attack[] = COOKIES.map(({ name, asvs, cookie }) => ({
  name,
  asvs,
  on: EVERY,
  who: { cookie } satisfies Who,
  change: (target) => (isGuarded(target) ? {} : null),
  answers: CLOSED,
  untouched: EVERYTHING,
}));

export const BY_STRANGER: Attack = {
  name: "another's rows",
  asvs: ["8.2.2", "8.3.1"],
  on: ["page", "form"],
  who: "stranger",
  change: ({ pattern }) => (OF_A_CLASS.test(pattern) ? {} : null),
  answers: NOT_THEIRS,
  untouched: EVERYTHING,
};

function isGuarded({ access }: Target): boolean {
  return access !== "anyone" && access !== "visitor";
}

function swapped(text: string): string {
  return text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase();
}
