import type { Access } from "#access/permissions.ts";
import type { Entries } from "#tests/fuzz/entries.ts";

/** A loader's page, the action of a form, a look-up of the API, or a call that changes something. */
export type Kind = "page" | "form" | "look-up" | "call";

/** A loader, an action or a call, with the values that an honest visitor would send. */
export type Target = {
  name: string;
  kind: Kind;
  method: string;
  pattern: string;
  access: Access;
  /** The value of each parameter of the pattern, as text. */
  values: Readonly<Record<string, string>>;
  query: Entries;
  fields: Entries;
  carries: "form" | "json" | "file";
  /** The fields are independent: the response has the result of each. */
  byField: boolean;
};

/** The difference from an honest visitor's request. */
export type Change = {
  method?: string;
  /** The parameters of the path, already encoded. */
  values?: Readonly<Record<string, string>>;
  /** The query as it appears in the address. */
  search?: string;
  fields?: Entries;
  carries?: Target["carries"];
  contentType?: string | null;
  body?: string | Uint8Array;
  headers?: Readonly<Record<string, string | null>>;
};

/** The sender: a person who may do everything, a teacher without a class, or a visitor with a changed cookie. */
export type Who = "office" | "stranger" | { cookie: (living: string) => string };

/** A class of bad input: its change to the request, and the expected response. */
export type Attack = {
  name: string;
  asvs: readonly string[];
  on: readonly Kind[];
  who?: Who;
  /** Returns null when the change does not apply: an address without parameters has none to spoil. */
  change: (target: Target, turn: number) => Change | null;
  /** The allowed statuses, besides the rules for every response (judge.ts). */
  answers?: readonly number[];
  /** Tables that must not change, whatever the response. */
  untouched?: RegExp;
};

export const READS: readonly Kind[] = ["page", "look-up"];
export const WRITES: readonly Kind[] = ["form", "call"];
export const EVERY: readonly Kind[] = [...READS, ...WRITES];

/** Appears in an address or a page if it was trusted. */
export const EVIL = "evil.example";
/** A page must show this as text, if at all. */
export const MARKUP = "\"'><img src=x onerror=tb9>";
export const LINE = "a\r\nX-Injected: tb9\r\nSet-Cookie: tb9=1";
