import { EVERY, EVIL, READS, type Attack } from "../target.ts";

type BadParameter = { name: string; asvs: readonly string[]; value: string; answers?: readonly number[] };

/**
 * The statuses for a parameter that belongs to no row: nothing is there, or it is not the visitor's, or the page does
 * not accept it.
 */
const NOT_THERE = [302, 400, 401, 403, 404, 405, 409, 413, 415, 422];
const UNREADABLE = [400];

/** Values for an id, as they appear in the address. */
const PARAMETERS: readonly BadParameter[] = [
  { name: "an id below nought", asvs: ["8.2.2", "1.4.2"], value: "-1", answers: NOT_THERE },
  { name: "an id past four bytes", asvs: ["8.2.2", "1.4.2"], value: "2147483648", answers: NOT_THERE },
  { name: "an id past eight bytes", asvs: ["8.2.2", "1.4.2"], value: "9223372036854775808", answers: NOT_THERE },
  { name: "half an id", asvs: ["1.4.2"], value: "1.5", answers: NOT_THERE },
  { name: "an id with an exponent", asvs: ["1.1.1", "1.4.2"], value: "1e0", answers: NOT_THERE },
  { name: "an id in hexadecimal", asvs: ["1.1.1", "1.4.2"], value: "0x1", answers: NOT_THERE },
  { name: "an id with a nought before it", asvs: ["1.1.1"], value: "0001", answers: NOT_THERE },
  { name: "an id with a sign", asvs: ["1.1.1"], value: "+1", answers: NOT_THERE },
  { name: "an id with a blank", asvs: ["1.1.1"], value: "1%20", answers: NOT_THERE },
  { name: "an id in digits of another script", asvs: ["1.1.1"], value: "%EF%BC%91", answers: NOT_THERE },
  { name: "SQL for an id", asvs: ["1.2.4"], value: "1%20or%201%3D1--", answers: NOT_THERE },
  { name: "HTML for an id", asvs: ["1.2.1"], value: "%22%3E%3Cimg%20src%3Dx%20onerror%3Dtb9%3E", answers: NOT_THERE },
  { name: "a template for an id", asvs: ["1.3.7"], value: "%7B%7B7*7%7D%7D", answers: NOT_THERE },
  { name: "everybody's forefather for an id", asvs: ["15.3.6"], value: "__proto__", answers: NOT_THERE },
  { name: "a maker for an id", asvs: ["15.3.6"], value: "constructor", answers: NOT_THERE },
  { name: "an id that is far too long", asvs: ["1.3.3"], value: "1".repeat(4_000), answers: NOT_THERE },
  { name: "a way out of the folder", asvs: ["5.3.2"], value: "..%2f..%2f..%2fetc%2fpasswd", answers: NOT_THERE },
  { name: "a way out, encoded twice", asvs: ["1.1.1", "5.3.2"], value: "%252e%252e%252fetc%252fpasswd", answers: NOT_THERE },
  { name: "a way out with the other stroke", asvs: ["5.3.2"], value: "..%5c..%5cwin.ini", answers: NOT_THERE },
  { name: "a NUL in the address", asvs: ["1.3.3", "5.3.2"], value: "1%00.jpg", answers: UNREADABLE },
  { name: "a new line in the address", asvs: ["1.2.1", "16.4.1"], value: "1%0d%0aX-Injected:%20tb9", answers: UNREADABLE },
  { name: "bytes in the address that are no UTF-8", asvs: ["1.1.1"], value: "%ff", answers: UNREADABLE },
  { name: "an overlong stroke", asvs: ["1.1.1", "5.3.2"], value: "%c0%af", answers: UNREADABLE },
  { name: "half a letter in the address", asvs: ["1.1.1"], value: "%ed%a0%80", answers: UNREADABLE },
  { name: "half a per cent sign", asvs: ["1.1.1"], value: "%", answers: UNREADABLE },
]; // prettier-ignore

/** Parameters for which any word is valid. */
const WORDS = new Set(["kind", "userName", "name", "user_name"]);

export const IN_PARAMETERS: readonly Attack[] = PARAMETERS.map(({ name, asvs, value, answers }) => ({
  name,
  asvs,
  on: EVERY,
  change: ({ values }, turn) => {
    const names = Object.keys(values).filter((own) => !WORDS.has(own));
    const hit = names[turn % names.length];
    return hit === undefined ? null : { values: { [hit]: value } };
  },
  ...(answers && { answers }),
}));

type BadQuery = { name: string; asvs: readonly string[]; search: string; answers?: readonly number[] };

const QUERIES: readonly BadQuery[] = [
  { name: "a way back to another site", asvs: ["3.7.2"], search: `next=https://${EVIL}/` },
  { name: "a way back without a scheme", asvs: ["3.7.2"], search: `next=//${EVIL}` },
  { name: "a way back with the other stroke", asvs: ["3.7.2"], search: `next=/%5C${EVIL}` },
  { name: "a way back with a tab", asvs: ["3.7.2"], search: `next=/%09/${EVIL}&returnTo=//${EVIL}&redirect=//${EVIL}` },
  { name: "a prototype in the query", asvs: ["15.3.6"], search: "__proto__[isAdmin]=1&constructor[prototype][isAdmin]=1&__proto__.isAdmin=1" },
  { name: "nested names in the query", asvs: ["15.3.5", "15.3.7"], search: "term[$ne]=1&class[]=1&class[0][a]=2&q[length]=1e9" },
  { name: "a thousand names", asvs: ["2.4.1"], search: Array.from({ length: 1_000 }, (_, at) => `a${at}=1`).join("&") },
  { name: "signs without names", asvs: ["1.1.1"], search: "&&==&=&%3D&%26" },
  { name: "a query that is no UTF-8", asvs: ["1.1.1"], search: "q=%ff%fe&term=%c0%80&%ed%a0%80=1" },
  { name: "a method by the query", asvs: ["3.5.3", "4.1.4"], search: "_method=DELETE&method=DELETE&intent=delete" },
  { name: "a token by the query", asvs: ["14.2.1"], search: "session=aaaaaaaaaaaaaaaaaaaaaaaaaaaa&token=tb_x&access_token=x" },
  { name: "an order to the framework", asvs: ["13.4.2"], search: "_routes=root&index" },
  { name: "an order of its past", asvs: ["13.4.2"], search: "_data=routes%2Fapp", answers: [400, 401, 403, 404, 405, 415, 422] },
]; // prettier-ignore

export const IN_SEARCH: readonly Attack[] = QUERIES.map(({ search, ...attack }) => ({
  ...attack,
  on: READS,
  change: () => ({ search }),
}));

/** Sends the same name a second time: whichever value is read, no other part of the code may read the other. */
export const TWICE_ASKED: Attack = {
  name: "what is asked for twice",
  asvs: ["15.3.7"],
  on: EVERY,
  change: ({ query }) => ({
    search: [...query.map(([name]) => `${name}=2147483648`), "term=1&term=202520263&class=1&class=2"].join(
      "&",
    ),
  }),
};
