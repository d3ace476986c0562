import { PATHS, withQuery } from "#domain/paths.ts";

export const NEXT_YEAR_TABS = ["classes", "teachers", "lessons"] as const;
export type NextYearTab = (typeof NEXT_YEAR_TABS)[number];

export function nextYearUrl(tab: NextYearTab = "classes"): string {
  return withQuery(PATHS.nextYear, { tab: tab === "classes" ? null : tab });
}

export function tabIn(query: URLSearchParams): NextYearTab {
  return NEXT_YEAR_TABS.find((tab) => tab === query.get("tab")) ?? "classes";
}

/** An option of a select; the empty value is no choice. */
export type Choice = { value: string; label: string };

export type Teacher = { employee_id: number; first_name: string; last_name: string };

/** Returns words such as `Std 2 R and Std 2 T`, or `Std 2 R, Std 2 T and 4 more`. */
export function someOf(names: readonly string[], most = 3): string {
  if (names.length > most) {
    return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
  }
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}

/** Returns words such as `Std 3 B, 3 G, 4 C`: a shared first word is written once. */
export function labelsInShort(labels: readonly string[]): string {
  const shortened = labels.map((label, index) => {
    const [word = "", ...rest] = label.split(" ");
    const before = labels[index - 1]?.split(" ")[0];
    return rest.length > 1 && word === before ? rest.join(" ") : label;
  });
  return shortened.join(", ");
}

export function describeCreated(year: string, classes: number): string {
  if (classes === 0) return `Every class already has its class for ${year}`;
  return `${classesOf(classes)} made for ${year}`;
}

export function classesOf(count: number): string {
  return count === 1 ? "1 class" : `${count} classes`;
}

/** A choice: its value when the page was made, and the value that was sent. */
export type Posted<Value> = { was: Value; typed: Value };

/** The name of the hidden field with the value when the page was made. */
export function wasField(key: number | string): string {
  return `was-${key}`;
}

/**
 * Returns `kept` when the choice was not touched or is already stored, `stale` when somebody else chose since the page
 * was made.
 */
export function judged<Value>({ was, typed }: Posted<Value>, now: Value): "kept" | "changed" | "stale" {
  if (typed === was || typed === now) return "kept";
  return was === now ? "changed" : "stale";
}

/** The errors by the names of the fields; `isStale` is true when somebody else was faster. */
export type Verdict<Change> = {
  errors: Readonly<Record<string, string>>;
  isStale: boolean;
  changes: readonly Change[];
};

/** Returns the groups of items that share a key, if they hold more than one item. */
export function doubles<Item, Key>(
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
