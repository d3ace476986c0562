import type { Attack } from "../target.ts";
import { IN_PARAMETERS, IN_SEARCH, TWICE_ASKED } from "./addresses.ts";
import { IN_BODIES } from "./bodies.ts";
import { IN_HEADERS } from "./headers.ts";
import { IN_FIELDS, IN_QUERY } from "./values.ts";
import { BY_COOKIE, BY_STRANGER } from "./visitors.ts";

/** Every class of bad input, by the place where it enters. */
export const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  "the address": IN_PARAMETERS,
  "the query": [...IN_SEARCH, TWICE_ASKED, ...IN_QUERY],
  "the fields": IN_FIELDS,
  "the body": IN_BODIES,
  "the headers": IN_HEADERS,
  "the visitor": [...BY_COOKIE, BY_STRANGER],
};
