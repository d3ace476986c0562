import { PATHS } from "#domain/paths.ts";

/** The description of all calls for a machine. */
export const OPEN_API = "/api/openapi.json";

/** The page of one call, by the name that the description gives it. */
export function callUrl(id: string): string {
  return `${PATHS.api}/${id}`;
}

/** How a call is named in its area's list. */
export type ListedCall = { id: string; method: string; path: string; summary: string; forWhom: string };

export type CallArea = { title: string; calls: readonly ListedCall[] };

/** What is sent with a call, or comes back; of a reply with what it is nested in: `data.mark`. */
export type DescribedField = {
  name: string;
  /** `whole number`, `text or nothing`, `C, S or R`. */
  takes: string;
  /** `in the address`, `query`, `body`; of a reply nothing. */
  place: string;
  required: boolean;
  about: string;
};

export type DescribedCall = ListedCall & {
  area: string;
  sends: readonly DescribedField[];
  answers: readonly DescribedField[];
  /** What comes back in words, where it has no fields. */
  answer: string;
  /** Statuses other than success, with what each means. */
  refusals: readonly { status: number; means: string }[];
};
