import type { Access } from "#access/permissions.ts";
import type { Entries } from "#tests/fuzz/entries.ts";

/** What reads a page, what a form of one posts, a look-up of the calls, and one that changes something. */
export type Kind = "page" | "form" | "look-up" | "call";

/** A loader, an action or a call, with what an honest visitor would send it. */
export type Target = {
  name: string;
  kind: Kind;
  method: string;
  pattern: string;
  access: Access;
  /** What stands for each parameter of the pattern, as text. */
  values: Readonly<Record<string, string>>;
  query: Entries;
  fields: Entries;
  carries: "form" | "json" | "file";
  /** Its fields stand or fall alone: the answer says of each what became of it. */
  byField: boolean;
};

/** How what is sent differs from what an honest visitor sends. */
export type Change = {
  method?: string;
  /** Of the path: each parameter as it stands in the address, already encoded. */
  values?: Readonly<Record<string, string>>;
  /** Of the query: as it stands in the address. */
  search?: string;
  fields?: Entries;
  carries?: Target["carries"];
  contentType?: string | null;
  body?: string | Uint8Array;
  /** One that is null is left out. */
  headers?: Readonly<Record<string, string | null>>;
};

/** Who sends it: one who may do everything, a teacher without a class, or somebody with such a cookie as this. */
export type Who = "office" | "stranger" | { cookie: (living: string) => string };

/** A class of bad input: what it asks for, and what must be answered to it. */
export type Attack = {
  name: string;
  /** Requirements of OWASP ASVS 5.0. */
  asvs: readonly string[];
  on: readonly Kind[];
  who?: Who;
  /** @returns null where it cannot be tried: an address without parameters has none to spoil */
  change: (target: Target, turn: number) => Change | null;
  /** Beside what holds for every answer (judge.ts). */
  answers?: readonly number[];
  /** Tables of which no row may be other than it was, whatever is answered. */
  untouched?: RegExp;
};

export const READS: readonly Kind[] = ["page", "look-up"];
export const WRITES: readonly Kind[] = ["form", "call"];
export const EVERY: readonly Kind[] = [...READS, ...WRITES];

/** What stands in an address or a page if it was believed. */
export const EVIL = "evil.example";
/** What a page must show as text, if at all. */
export const MARKUP = "\"'><img src=x onerror=tb9>";
/** A line of a header or a log of one's own. */
export const LINE = "a\r\nX-Injected: tb9\r\nSet-Cookie: tb9=1";
