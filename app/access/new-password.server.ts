import { COMMON_WORDS, KEY_WALKS } from "./common-words.server.ts";

/** A password needs no certain kinds of characters, but must not be one that is tried first (design section 3). */
const SHORTEST = 12;
const LONGEST = 128;
const SHORTEST_NAME = 4;
const SHORTEST_WALK = 4;
const SHORTEST_WORD = 4;
/** This many characters that are neither a common word nor keys in a row make a password one's own. */
const OWN_CHARACTERS = 5;

/** Shown before typing. */
export const PASSWORD_RULE = `${SHORTEST} to ${LONGEST} characters. Several words that only you would put together are best. Not your name, your username or the school's name.`;

export type NamesToAvoid = { school: string; userName: string; firstName: string; lastName: string };

/** Why this cannot be a password, in words for its person; null when it can. */
export function faultOfPassword(password: string, names: NamesToAvoid): string | null {
  const length = [...password].length;
  if (length < SHORTEST) return `Use ${SHORTEST} characters or more. This has ${length}.`;
  if (length > LONGEST) return `Use ${LONGEST} characters or fewer. This has ${length}.`;
  if (containsName(password, names)) return "Leave out your name, your username and the school's name.";
  if (isRepetition(password))
    return "Repeating the same characters makes a password easy to guess. Choose another.";
  if (isWalk(password)) return "Keys or letters in a row are easy to guess. Choose another password.";
  if (isCommon(password)) return "This is one of the passwords that are tried first. Choose another.";
  return null;
}

function containsName(password: string, { school, userName, firstName, lastName }: NamesToAvoid): boolean {
  const inOne = simplified(password);
  const names = [school, firstWords(school), userName, firstName, lastName].map(simplified);
  return names.some((name) => name.length >= SHORTEST_NAME && inOne.includes(name));
}

/** The words by which people call their school: half of the country's schools share those that follow. */
function firstWords(school: string): string {
  return school.split(/\s+/).slice(0, 2).join(" ");
}

function isRepetition(password: string): boolean {
  const characters = [...password.toLowerCase()];
  if (new Set(characters).size < OWN_CHARACTERS) return true;
  const periods = Array.from({ length: Math.floor(characters.length / 2) }, (_, index) => index + 1);
  return periods.some((period) =>
    characters.every((character, place) => place < period || character === characters[place - period]),
  );
}

function isWalk(password: string): boolean {
  return withoutWalks(password.toLowerCase()).length < OWN_CHARACTERS;
}

function withoutWalks(password: string): string {
  let rest = "";
  for (let place = 0; place < password.length;) {
    const walked = walkAt(password.slice(place));
    if (walked < SHORTEST_WALK) rest += password[place];
    place += walked < SHORTEST_WALK ? 1 : walked;
  }
  return rest;
}

/** How many keys in a row stand at the beginning. */
function walkAt(rest: string): number {
  let length = 0;
  while (length < rest.length && WALKS.some((walk) => walk.includes(rest.slice(0, length + 1)))) length += 1;
  return length;
}

const WALKS = KEY_WALKS.flatMap((walk) => [walk, [...walk].reverse().join("")]);

/** Whether its letters are words that everybody uses, and hardly anything else. */
function isCommon(password: string): boolean {
  const plain = withoutMarks(password.toLowerCase());
  return [plain, readAsLetters(plain)].some((reading) => {
    const letters = reading.replace(/[^a-z]/g, "");
    const own = withoutCommonWords(letters).length;
    return own < OWN_CHARACTERS && letters.length - own >= SHORTEST_WORD;
  });
}

function withoutCommonWords(letters: string): string {
  return letters.replace(ANY_COMMON_WORD, "");
}

/** The longest words come first, so that `password` is not read as `pass` and a rest. */
const ANY_COMMON_WORD = new RegExp([...COMMON_WORDS].sort((a, b) => b.length - a.length).join("|"), "g");

const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

function readAsLetters(password: string): string {
  return password.replace(/[0134578@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

function simplified(text: string): string {
  return withoutMarks(text.toLowerCase()).replace(/[^\p{L}\p{N}]/gu, "");
}

/** `é` is read as `e`. */
function withoutMarks(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "");
}
