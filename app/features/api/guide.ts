import { PATHS } from "#domain/paths.ts";

/** The description of all calls for machines. */
export const OPEN_API = "/api/openapi.json";

/** Returns the address of a call's page, by the name that the description gives the call. */
export function callUrl(id: string): string {
  return `${PATHS.api}/${id}`;
}

export type ListedCall = { id: string; method: string; path: string; summary: string; forWhom: string };

export type CallArea = { title: string; calls: readonly ListedCall[] };

/** A field of a call or of its reply; in a reply, the name includes the surrounding fields: `data.mark`. */
export type DescribedField = {
  name: string;
  /** The type in words, such as `whole number`, `text or nothing` or `C, S or R`. */
  takes: string;
  /** The place of a sent field: `in the address`, `query` or `body`; empty in a reply. */
  place: string;
  required: boolean;
  about: string;
};

export type DescribedCall = ListedCall & {
  area: string;
  sends: readonly DescribedField[];
  answers: readonly DescribedField[];
  /** The reply in words, if the reply has no fields. */
  answer: string;
  /** The statuses other than success, with their meanings. */
  refusals: readonly { status: number; means: string }[];
};
