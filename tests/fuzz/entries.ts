/**
 * The entries to send: a name may occur twice, and `__proto__` is a name like any other. JSON, a form or an address
 * is chosen when they are written.
 */
export type Entries = readonly (readonly [name: string, value: unknown])[];

/** Half of a surrogate pair, which UTF-8 cannot represent. */
const LONE_HALF = /[\ud800-\udfff]/u;
const AS_BYTES = "%ED%A0%80";

/** Writes JSON by hand, because no object has a name twice. */
export function jsonOf(entries: Entries): string {
  const members = entries.map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? "null"}`,
  );
  return `{${members.join(",")}}`;
}

/** Writes a query, or the body of a form. */
export function formOf(entries: Entries): string {
  return entries.map(([name, value]) => `${encoded(name)}=${encoded(textOf(value))}`).join("&");
}

/** Fills in the parameters of a path. */
export function pathOf(pattern: string, entries: Entries): string {
  const values = new Map(entries);
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => encoded(textOf(values.get(name) ?? "")));
}

/** Converts a value as a form sends it: text stays, and null is empty. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

function encoded(text: string): string {
  return Array.from(text, (letter) => (LONE_HALF.test(letter) ? AS_BYTES : encodeURIComponent(letter))).join(
    "",
  );
}
