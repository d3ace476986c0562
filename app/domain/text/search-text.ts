/** Returns the text of a search from an address or a form. It is never cut, because the search box shows it again. */
export function searchText(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.replaceAll(/\p{Cc}/gu, "").trim() : "";
}
