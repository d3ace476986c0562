import type { Sheet } from "./sheet.ts";

/** 'Mathematics, Std 4'. */
export function sheetTitle({ heading }: Pick<Sheet, "heading">): string {
  return `${heading.subject}, ${heading.classLabel}`;
}
