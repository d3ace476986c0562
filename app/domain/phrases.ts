import { COMMENT_MAX_LENGTHS } from "./term-reports.ts";

/** A phrase may be as long as the teacher's comment into which it is inserted. */
export const MAX_PHRASE_LENGTH = COMMENT_MAX_LENGTHS.teacher_comment;

/** The averages for which a phrase is meant, in whole per cent. Both ends belong to the range. */
export type AverageRange = { from: number; to: number };

/** Formats a range as `70–79%`, or as an empty text for a phrase for any average. */
export function formatAverageRange(range: AverageRange | null): string {
  if (range === null) return "";
  return range.from === range.to ? `${range.from}%` : `${range.from}–${range.to}%`;
}

export type PhraseStudent = { firstName: string; gender: "M" | "F" | null };

/** The placeholders of a phrase that stand for pronouns, with the pronoun for each gender. */
const PRONOUNS = {
  he: { M: "he", F: "she" },
  him: { M: "him", F: "her" },
  his: { M: "his", F: "her" },
  himself: { M: "himself", F: "herself" },
} as const;

type Placeholder = "name" | keyof typeof PRONOUNS;

/** The placeholders in the order of the page, each with the words that the page shows to teachers. */
export const PHRASE_PLACEHOLDERS = [
  { text: "{name}", meaning: "first name" },
  { text: "{he}", meaning: "he / she" },
  { text: "{him}", meaning: "him / her" },
  { text: "{his}", meaning: "his / her" },
  { text: "{himself}", meaning: "himself / herself" },
] as const;

const PLACEHOLDER = /\{([^{}]*)\}/g;
const BRACES = /\{[^{}]*\}?|\}/g;
const SENTENCE_BEGINS = /(?:^|[.!?]\s+)$/;

/** Fills in a phrase for a student. `{He}` and a placeholder that begins a sentence get a capital letter. */
export function fillPhrase(phrase: string, pupil: PhraseStudent): string {
  return phrase.replace(PLACEHOLDER, (placeholder: string, name: string, at: number) => {
    const known = knownName(name);
    if (known === null) return placeholder;
    const isCapital = /^\p{Lu}/u.test(name) || SENTENCE_BEGINS.test(phrase.slice(0, at));
    return isCapital ? capitalized(wordFor(known, pupil)) : wordFor(known, pupil);
  });
}

/** Lists the texts in braces that are not placeholders. These are typing mistakes, which a report would print. */
export function listUnknownPlaceholders(phrase: string): string[] {
  const written = phrase.match(BRACES) ?? [];
  return written.filter((text) => !PHRASE_PLACEHOLDERS.some((known) => known.text === text.toLowerCase()));
}

export type PhrasePart = { text: string; placeholder: boolean };

/** Splits a phrase into texts and placeholders, so that a list can show `first name` in place of `{name}`. */
export function splitPhrase(phrase: string): PhrasePart[] {
  let at = 0;
  return phrase.split(/(\{[^{}]*\})/).flatMap((part) => {
    const before = phrase.slice(0, at);
    at += part.length;
    return part === "" ? [] : [partOf(part, before)];
  });
}

function partOf(part: string, before: string): PhrasePart {
  const known = PHRASE_PLACEHOLDERS.find(({ text }) => text === part.toLowerCase());
  if (!known) return { text: part, placeholder: false };
  const isCapital = known.text !== "{name}" && (/^\{\p{Lu}/u.test(part) || SENTENCE_BEGINS.test(before));
  return { text: isCapital ? capitalized(known.meaning) : known.meaning, placeholder: true };
}

/** Returns the pronoun, or the first name for an unknown gender, because 'they' would need another verb form. */
function wordFor(placeholder: Placeholder, { firstName, gender }: PhraseStudent): string {
  if (placeholder === "name") return firstName;
  if (gender) return PRONOUNS[placeholder][gender];
  if (placeholder === "himself") return "themself";
  return placeholder === "his" ? `${firstName}’s` : firstName;
}

function knownName(written: string): Placeholder | null {
  const name = written.toLowerCase();
  if (name === "name") return name;
  return isPronoun(name) ? name : null;
}

function isPronoun(name: string): name is keyof typeof PRONOUNS {
  return Object.hasOwn(PRONOUNS, name);
}

function capitalized(word: string): string {
  return word.slice(0, 1).toLocaleUpperCase("en") + word.slice(1);
}
