import { formatTooLong } from "../text/storable-text.ts";
import { toPlainLetters } from "./list-params.ts";

export const MAX_USER_NAME_LENGTH = 40;

/** Matches user names such as `a.george2`: characters that every keyboard has, and no spaces. */
const USER_NAME = /^[a-z0-9](?:[a-z0-9._'-]*[a-z0-9])?$/i;

const PROPOSALS = 50;

/**
 * Proposes user names, the best first: `a.george`, `a.george2`, and so on. The result is empty when there is no last
 * name.
 */
export function proposeUserNames({ firstName, lastName }: { firstName: string; lastName: string }): string[] {
  const [initial, last] = [lettersOf(firstName).slice(0, 1), lettersOf(lastName)];
  if (last === "") return [];
  const wanted = [initial, last]
    .filter(Boolean)
    .join(".")
    .slice(0, MAX_USER_NAME_LENGTH - 2);
  return Array.from({ length: PROPOSALS }, (_, index) => (index === 0 ? wanted : `${wanted}${index + 1}`));
}

/**
 * Converts a user name for comparison. Only ASCII letters become lower case: Unicode would turn the Kelvin sign (K)
 * into `k`, so that two names which only look alike would be the same.
 */
export function normaliseUserName(userName: string): string {
  return userName.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function findUserNameFault(userName: string): string | null {
  const length = [...userName].length;
  if (length > MAX_USER_NAME_LENGTH) return `${formatTooLong(length, MAX_USER_NAME_LENGTH)}.`;
  if (USER_NAME.test(userName)) return null;
  return "Use only letters, digits, dots and hyphens, without spaces. Start and end with a letter or a digit.";
}

function lettersOf(name: string): string {
  return toPlainLetters(name).replaceAll(/[^a-z]/g, "");
}
