export type StyleSheetName = "first" | "records" | "overview" | "pages";

/**
 * The folders whose pages have a style sheet of their own. A first visit to such a page may load only 20 KB, and a
 * first visit to the overview only 45 KB.
 */
const SHEETS: ReadonlyMap<string, StyleSheetName> = new Map([
  ["", "first"],
  ["attendance-register", "first"],
  ["attendance-summary", "overview"],
  ["mark-sheet", "first"],
  ["sign-out", "first"],
  ["unsent", "first"],
  ["employees", "records"],
  ["overview", "overview"],
  ["password", "records"],
  ["profile", "records"],
  ["reset-password", "records"],
  ["students", "records"],
  ["subjects", "records"],
]);

/**
 * Returns the style sheet of a page. Pages outside `/app`, such as the sign-in page, use the style sheet of the main
 * menu. The upload of marks has the large style sheet, because no first visit needs that page.
 */
export function styleSheetOfPage(pathname: string): StyleSheetName {
  const [app, folder = "", ...rest] = pathname.toLowerCase().split("/").filter(Boolean);
  if (app !== "app") return "first";
  return rest.at(-1) === "upload" ? "pages" : (SHEETS.get(folder) ?? "pages");
}
