import type { Sheet } from "./sheet.ts";

/** Returns text such as 'Mathematics, Std 4'. */
export function sheetTitle({ heading }: Pick<Sheet, "heading">): string {
  return `${heading.subject}, ${heading.classLabel}`;
}
