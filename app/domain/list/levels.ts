/** A level of the school, with the number of its classes that a page could list. */
export type ListedLevel = { level: number; title: string; classes: number };

/** The levels with classes, and the level that the page shows; `shown` is null if the page lists all classes. */
export type ShownLevel = { levels: readonly ListedLevel[]; shown: number | null };

/** The most classes that a page or a list of options has. A school with more shows one level at a time. */
export const MOST_CLASSES_LISTED = 200;

/** Chooses the level that a page shows: the requested one if it has classes, otherwise the first. */
export function chooseShownLevel(levels: readonly ListedLevel[], requested: number | null): ShownLevel {
  const classes = levels.reduce((sum, each) => sum + each.classes, 0);
  if (classes <= MOST_CLASSES_LISTED) return { levels, shown: null };
  const found = levels.find(({ level }) => level === requested) ?? levels[0];
  return { levels, shown: found?.level ?? null };
}

/** Counts the classes of each level, in the order of the classes. */
export function countLevels(classes: readonly { form_level: number; group_title: string }[]): ListedLevel[] {
  const levels = new Map<number, ListedLevel>();
  for (const { form_level: level, group_title: title } of classes) {
    const before = levels.get(level)?.classes ?? 0;
    levels.set(level, { level, title, classes: before + 1 });
  }
  return [...levels.values()];
}
