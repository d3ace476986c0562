/** Joins class names and skips empty and false ones. */
export function joinClassNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
