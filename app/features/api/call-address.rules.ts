import type { DescribedApiCall, DescribedField } from "./guide.ts";

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
