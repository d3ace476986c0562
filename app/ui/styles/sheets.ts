export type StyleSheetName = "first" | "records" | "overview" | "pages";

/**
 * The folders whose pages have a style sheet of their own, because a first visit to them may load only 20 KB, and one to
 * the overview 45 KB.
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
 * Returns the style sheet of a page. Pages outside `/app`, such as the sign-in page, have that of the main menu. The
 * upload of marks has the large one, because no first visit needs that page.
 */
export function styleSheetOfPage(pathname: string): StyleSheetName {
  const [app, folder = "", ...rest] = pathname.toLowerCase().split("/").filter(Boolean);
  if (app !== "app") return "first";
  return rest.at(-1) === "upload" ? "pages" : (SHEETS.get(folder) ?? "pages");
}
