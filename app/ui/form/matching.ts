import { toPlainLetters, splitSearch } from "#domain/people/list-params.ts";

/**
 * Returns the items whose text contains every typed word, in any order and without regard to accents: 'pierre, ren'
 * finds Renée Pierre.
 */
export function filterByWords<Item>(
  items: readonly Item[],
  typed: string,
  words: (item: Item) => string,
): readonly Item[] {
  const wanted = splitSearch(typed);
  if (wanted.length === 0) return items;
  return items.filter((item) => {
    const text = toPlainLetters(words(item));
    return wanted.every((word) => text.includes(word));
  });
}

export type MatchedPart = { text: string; isMatch: boolean };

/** Splits a text into parts that match a word and parts that do not. A letter and its accents stay in one part. */
export function splitAtMatches(text: string, words: readonly string[]): MatchedPart[] {
  const letters = [...text.normalize("NFC")];
  const plain = letters.map(toPlainLetters);
  const isFound = letters.map(() => false);
  for (const word of words) {
    for (const start of letters.keys()) {
      const end = endOf(word, plain, start);
      if (end !== null) isFound.fill(true, start, end);
    }
  }
  return joined(letters.map((letter, index) => ({ text: letter, isMatch: isFound[index] ?? false })));
}

/**
 * Returns the index after a match of `word` at `start`, or null if there is none. Apostrophes in the text are skipped.
 */
function endOf(word: string, plain: readonly string[], start: number): number | null {
  let [read, end] = [plain[start], start + 1];
  if (!read) return null;
  for (; end < plain.length && read.length < word.length; end += 1) read += plain[end];
  return read.startsWith(word) ? end : null;
}

function joined(letters: readonly MatchedPart[]): MatchedPart[] {
  return letters.reduce<MatchedPart[]>((parts, letter) => {
    const last = parts.at(-1);
    if (last?.isMatch !== letter.isMatch) return [...parts, { ...letter }];
    last.text += letter.text;
    return parts;
  }, []);
}
