/** The text of a search as an address or a form holds it. It is never cut: its box shows it again. */
export function searchText(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.replaceAll(/\p{Cc}/gu, "").trim() : "";
}
