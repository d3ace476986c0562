import type { SavingStore } from "#saving/client/saving-store.ts";

import { typedText } from "./field-text.rules.ts";
import { controlOf } from "./report-fields.ts";
import type { Report } from "../report.ts";

type Early = { name: string; text: string };

/** What was typed or chosen before scripts arrived, as if it had been done now and left. */
export function takeEarlyInput(store: SavingStore, { row, rules }: Report, { name, text }: Early): void {
  if (!rules.editable.includes(name)) return;
  const { value } = typedText(name, text);
  // T5: the teacher's comment is saved only if not empty.
  if (name === "teacher_comment" && value === null) return;
  store.type(row.row, { [name]: value });
  if (controlOf(document.activeElement)?.name !== name) store.commit(row.row);
}
