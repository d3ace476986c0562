import { PATHS, withQuery } from "#domain/paths.ts";
import { formatClassCount } from "#domain/text/noun.ts";

export const NEXT_YEAR_TABS = ["classes", "teachers", "lessons"] as const;
export type NextYearTab = (typeof NEXT_YEAR_TABS)[number];

export function nextYearUrl(tab: NextYearTab = "classes"): string {
  return withQuery(PATHS.nextYear, { tab: tab === "classes" ? null : tab });
}

export function parseNextYearTab(query: URLSearchParams): NextYearTab {
  return NEXT_YEAR_TABS.find((tab) => tab === query.get("tab")) ?? "classes";
}

/** An option of a drop-down list. The empty value means no choice. */
export type NextYearChoice = { value: string; label: string };

export type NextYearTeacher = { employee_id: number; first_name: string; last_name: string };

/** Joins names as text, such as `Std 2 R and Std 2 T`, or `Std 2 R, Std 2 T and 4 more`. */
export function joinNamesWithMore(names: readonly string[], most = 3): string {
  if (names.length > most) {
    return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
  }
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}

/** Joins labels and writes a shared first word only once, such as `Std 3 B, 3 G, 4 C`. */
export function shortenLabels(labels: readonly string[]): string {
  const shortened = labels.map((label, index) => {
    const [word = "", ...rest] = label.split(" ");
    const before = labels[index - 1]?.split(" ")[0];
    return rest.length > 1 && word === before ? rest.join(" ") : label;
  });
  return shortened.join(", ");
}

export function describeCreatedClasses(year: string, classes: number): string {
  if (classes === 0) return `All classes for ${year} already exist`;
  return `${formatClassCount(classes)} made for ${year}`;
}

/** A choice: the value when the page was loaded, and the value that was sent. */
export type SubmittedChoice<Value> = { was: Value; typed: Value };

/** Returns the name of the hidden field that has the value from when the page was loaded. */
export function previousValueField(key: number | string): string {
  return `was-${key}`;
}

/** The field with which a single row asks to swap choices with the row that already has its choice. */
export const SWAP_CHOICES_FIELD = "swap";

/**
 * Adds the other row of a swap. If another row already has the chosen value, that row gets the stored value of the
 * row that was changed.
 * @param choices the choice of a single row
 */
export function withSwappedChoice(
  choices: ReadonlyMap<number, SubmittedChoice<number | null>>,
  stored: ReadonlyMap<number, number | null>,
): Map<number, SubmittedChoice<number | null>> {
  const swapped = new Map(choices);
  for (const [id, { typed }] of choices) {
    const [other] = [...stored].find(([key, value]) => key !== id && value !== null && value === typed) ?? [];
    if (other !== undefined && !choices.has(other))
      swapped.set(other, { was: typed, typed: stored.get(id) ?? null });
  }
  return swapped;
}

/**
 * Compares a choice with the stored value. Returns `kept` if there is nothing to change, and `stale` if somebody else
 * has changed the value since the page was loaded.
 */
export function compareChoiceWithStored<Value>(
  { was, typed }: SubmittedChoice<Value>,
  now: Value,
): "kept" | "changed" | "stale" {
  if (typed === was || typed === now) return "kept";
  return was === now ? "changed" : "stale";
}

/** The result of checking a form. `errors` is by field name; `isStale` means that somebody else changed a value. */
export type CheckedChoices<Change> = {
  errors: Readonly<Record<string, string>>;
  isStale: boolean;
  changes: readonly Change[];
};

export function groupDuplicates<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key | null,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return new Map([...groups].filter(([, group]) => group.length > 1));
}
