import type { SheetView } from "./sheet.ts";

/** Returns text such as 'Mathematics, Std 4'. */
export function sheetTitle({ heading }: Pick<SheetView, "heading">): string {
  return `${heading.subject}, ${heading.classLabel}`;
}
