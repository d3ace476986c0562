import { useEffect, useState } from "react";

import { fieldNamed, rowId } from "#saving/screen/field-dom.ts";
import type { SavingScreen } from "#saving/screen/saving-screen.tsx";
import { isTouched } from "#ui/is-touched.ts";

import { firstColumn, type Columns } from "./columns.rules.ts";
import type { Sheet } from "./sheet.ts";

type Opened = { sheet: Sheet; columns: Columns; screen: Pick<SavingScreen, "store" | "hydrated"> };

/** Who opens a sheet with a keyboard types at once: the cursor stands in the first row that has nothing yet. */
export function useFirstBlank({ sheet, columns, screen: { store, hydrated } }: Opened): void {
  // Opened from another page, whose link may have the focus yet; on a page that was served the person may be anywhere.
  const [isStep] = useState(hydrated);

  useEffect(() => {
    const isFree = isStep ? !isInField() : document.activeElement === document.body;
    if (!hydrated || sheet.posted || !isFree || isTouched() || isElsewhere()) return;
    const blank = sheet.rows.find(({ row }) => store.rows.row(row)?.phase === "blank");
    const row = blank && document.getElementById(rowId(blank.row));
    const field = firstColumn(columns)?.name;
    if (row && field) fieldNamed(row, field)?.focus();
    // Once, when the sheet can be written on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hydrated]);
}

function isInField(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}

/** In a dialog over the sheet, or at a row that a link leads to. */
function isElsewhere(): boolean {
  return document.querySelector("dialog[open]") !== null || window.location.hash !== "";
}
