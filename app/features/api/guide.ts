import { PATHS } from "#domain/paths.ts";

export const OPEN_API_URL = "/api/openapi.json";

/** Returns the URL of the page that documents a call; `id` is the call's operation ID in the OpenAPI description. */
export function apiCallPageUrl(id: string): string {
  return `${PATHS.api}/${id}`;
}

export type ListedApiCall = { id: string; method: string; path: string; summary: string; forWhom: string };

export type ApiCallArea = { title: string; calls: readonly ListedApiCall[] };

/**
 * A field of a call's request or response. In a response, the name includes the enclosing objects, such as `data.mark`.
 */
export type DescribedField = {
  name: string;
  /** The type in words, such as `whole number`, `text or nothing` or `C, S or R`. */
  takes: string;
  /** The location of a request field: `in the address`, `query` or `body`; empty for a field of a response. */
  place: string;
  required: boolean;
  about: string;
};

export type DescribedApiCall = ListedApiCall & {
  area: string;
  sends: readonly DescribedField[];
  answers: readonly DescribedField[];
  /** Describes the response in words if the response has no fields. */
  answer: string;
  /** The error statuses of the call, with their meanings. */
  refusals: readonly { status: number; means: string }[];
};

/** Returns the URL of an API call with the values typed into its form. Empty fields are left out. */
export function apiRequestUrl(
  { path, sends }: Pick<DescribedApiCall, "path" | "sends">,
  typed: ReadonlyMap<string, string>,
): string {
  const given = (field: DescribedField) => typed.get(field.name)?.trim() ?? "";
  const query = new URLSearchParams(
    sends.flatMap((field) =>
      field.place === "query" && given(field) !== "" ? [[field.name, given(field)]] : [],
    ),
  );
  const address = sends
    .filter(({ place }) => place === "address")
    .reduce((filled, field) => filled.replace(`{${field.name}}`, encodeURIComponent(given(field))), path);
  return query.size > 0 ? `${address}?${query}` : address;
}
