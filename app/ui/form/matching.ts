/** The items whose words hold every word typed, whatever the accents and capitals: 'ren pie' finds Renée Pierre. */
export function matching<Item>(
  items: readonly Item[],
  typed: string,
  words: (item: Item) => string,
): readonly Item[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return items;
  return items.filter((item) => {
    const text = plain(words(item));
    return wanted.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
