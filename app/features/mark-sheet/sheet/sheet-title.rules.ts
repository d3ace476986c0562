import type { MarkSheetView } from "./sheet.ts";

/** Returns text such as 'Mathematics, Std 4'. */
export function sheetTitle({ heading }: Pick<MarkSheetView, "heading">): string {
  return `${heading.subject}, ${heading.classLabel}`;
}
