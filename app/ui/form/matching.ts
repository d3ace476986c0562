import { plainLetters } from "#domain/people/list-place.ts";

/** The items whose words hold every word typed, whatever the accents and capitals: 'ren pie' finds Renée Pierre. */
export function matching<Item>(
  items: readonly Item[],
  typed: string,
  words: (item: Item) => string,
): readonly Item[] {
  const wanted = plainLetters(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return items;
  return items.filter((item) => {
    const text = plainLetters(words(item));
    return wanted.every((word) => text.includes(word));
  });
}

export type MatchedPart = { text: string; isMatch: boolean };

/** A text cut where what is looked for begins and ends; a letter with its accents is one. */
export function matchedParts(text: string, words: readonly string[]): MatchedPart[] {
  const letters = [...text.normalize("NFC")];
  const plain = letters.map(plainLetters);
  const isFound = letters.map(() => false);
  for (const word of words) {
    for (const start of letters.keys()) {
      const end = endOf(word, plain, start);
      if (end !== null) isFound.fill(true, start, end);
    }
  }
  return joined(letters.map((letter, place) => ({ text: letter, isMatch: isFound[place] ?? false })));
}

/** Where a word that begins at `start` is over, or null. */
function endOf(word: string, plain: readonly string[], start: number): number | null {
  let read = "";
  for (let place = start; place < plain.length && read.length < word.length; place += 1) read += plain[place];
  return read.startsWith(word) ? start + [...word].length : null;
}

function joined(letters: readonly MatchedPart[]): MatchedPart[] {
  return letters.reduce<MatchedPart[]>((parts, letter) => {
    const last = parts.at(-1);
    if (last?.isMatch !== letter.isMatch) return [...parts, { ...letter }];
    last.text += letter.text;
    return parts;
  }, []);
}
