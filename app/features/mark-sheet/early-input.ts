import type { SheetStore } from "#saving/sheet-store.ts";

import type { Sheet } from "./sheet.ts";
import { typedField } from "./sheet-fields.rules.ts";
import { typedAttendance } from "./sheet-values.rules.ts";

type Early = { name: string; text: string };

/** What was typed into `mark.17` before scripts arrived, as if it had been typed now and left. */
export function takeEarlyInput(store: SheetStore, sheet: Sheet, { name, text }: Early) {
  const [field = "", row = ""] = name.split(".");
  const loaded = sheet.rows.find((each) => each.row === row);
  if (!loaded || !(field in loaded.values)) return;
  const values =
    field === "attendance"
      ? typedAttendance(Number(text), loaded.values, sheet.rules)
      : { [field]: typedField({ field, maxMark: loaded.maxMark }, text, loaded.values[field] ?? null).value };
  store.type(row, values);
  if (document.activeElement?.getAttribute("name") !== name) store.leave(row);
}
