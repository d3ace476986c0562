/**
 * What is sent, name by name: the same name may come twice, and `__proto__` is a name as any other. Which of JSON, a form
 * or an address carries it is said when it is written.
 */
export type Entries = readonly (readonly [name: string, value: unknown])[];

/** Half of a letter of two, which no UTF-8 can say. */
const LONE_HALF = /[\ud800-\udfff]/u;
const AS_BYTES = "%ED%A0%80";

/** As JSON, written by hand: no object holds a name twice. */
export function jsonOf(entries: Entries): string {
  const members = entries.map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? "null"}`,
  );
  return `{${members.join(",")}}`;
}

/** As a query, or the body of a form. */
export function formOf(entries: Entries): string {
  return entries.map(([name, value]) => `${encoded(name)}=${encoded(textOf(value))}`).join("&");
}

/** The path with its parameters filled in. */
export function pathOf(pattern: string, entries: Entries): string {
  const values = new Map(entries);
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => encoded(textOf(values.get(name) ?? "")));
}

/** As a form sends it: text is itself, and nothing is empty. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

function encoded(text: string): string {
  return Array.from(text, (letter) => (LONE_HALF.test(letter) ? AS_BYTES : encodeURIComponent(letter))).join(
    "",
  );
}
