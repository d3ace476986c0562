import { randomBytes } from "node:crypto";
import { dayOf, formatDate } from "#domain/dates.ts";
import { now } from "#runtime/clock.ts";
import { ONE_TIME_WORDS } from "./one-time-words.ts";

const WORDS = 3;
/** Neither 1 nor 0, which are read as letters. */
const DIGITS = "23456789";

/** Words and digits are chosen by four random bytes each, so that none is likelier than another. */
const CHOICE_BYTES = 4;
const CHOICES = WORDS + 2;

/**
 * Three words and a number, which can be read out over a desk: 31 bits, for two weeks, behind the throttle of the
 * sign-in. The administrator cannot choose it.
 * @param secret 20 bytes that nobody can guess
 */
export function makeOneTimePassword(secret: Buffer = randomBytes(CHOICES * CHOICE_BYTES)): string {
  const choose = (from: ArrayLike<string>, place: number) =>
    from[secret.readUInt32BE(place * CHOICE_BYTES) % from.length];
  const words = Array.from({ length: WORDS }, (_, place) => choose(ONE_TIME_WORDS, place));
  const number = [WORDS, WORDS + 1].map((place) => choose(DIGITS, place)).join("");
  return [...words, number].join("-");
}

/** @param until null for a password of the person's own */
export function isVoid(until: Date | null): boolean {
  return until !== null && until <= now();
}

/** `One-time, void after 4 Jul 2026`. */
export function oneTimeWords(until: Date, timeZone: string): string {
  return `One-time, void ${isVoid(until) ? "since" : "after"} ${formatDate(lastDayOf(until, timeZone))}`;
}

/** The last day on which it is good, by the school's calendar: it is void from midnight. */
export function lastDayOf(until: Date, timeZone: string): string {
  return dayOf(new Date(until.getTime() - 1), timeZone);
}
