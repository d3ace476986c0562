import type { SavingStore } from "#saving/client/saving-store.ts";

import type { Sheet } from "../sheet/sheet.ts";
import { typedAttendance } from "./sheet-values.rules.ts";

type Early = { name: string; text: string };

/** What was typed into `mark.17` before scripts arrived, as if it had been typed now and left. */
export function takeEarlyInput(store: SavingStore, sheet: Sheet, { name, text }: Early) {
  const [field = "", row = ""] = name.split(".");
  const loaded = sheet.rows.find((each) => each.row === row);
  if (!loaded || !(field in loaded.values)) return;
  if (field === "attendance") store.type(row, typedAttendance(Number(text), loaded.values, sheet.rules));
  else typeAgain(name, text);
  if (document.activeElement?.getAttribute("name") !== name) store.commit(row);
}

/** The row takes it as it takes any typing, and says beside the field what it cannot take. */
function typeAgain(name: string, text: string) {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!input) return;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
