import { useState } from "react";

import type { RowSnapshot } from "#saving/client/row-phase.ts";
import { fieldPhase } from "#saving/client/row-phase.ts";
import { shownValues } from "#saving/client/row-state.ts";
import { classes } from "#ui/classes.ts";

import type { Column } from "../sheet/columns.rules.ts";
import type { SheetRow } from "../sheet/sheet.ts";
import { fieldText } from "./sheet-fields.rules.ts";

type MarkFieldProps = { loaded: SheetRow; snapshot: RowSnapshot; column: Column; look: "mark" | "letter" };

/** A field of a row; what is typed in it belongs to the browser, so it is only given its first text here. */
export function MarkField({ loaded, snapshot, column, look }: MarkFieldProps) {
  const { row, name } = loaded;
  const { field, title, choices } = column;
  const [text] = useState(() => fieldText(shownValues(snapshot.state)[field]));
  const phase = fieldPhase(snapshot, field);
  return (
    <input
      aria-describedby={`state-${row}`}
      aria-invalid={phase === "refused" ? true : undefined}
      aria-label={`${[title, choices].filter(Boolean).join(", ")}: ${name}`}
      autoCapitalize="characters"
      autoComplete="off"
      className={classes("field", look, !staysWhenAway(field) && "here")}
      data-field={field}
      data-state={phase}
      defaultValue={text}
      enterKeyHint="next"
      inputMode={inputModeOf(field)}
      maxLength={field === "mark" ? undefined : 1}
      name={`${field}.${row}`}
      type="text"
    />
  );
}

/** A rating is of the term's work, whether or not somebody came on the day (design section 8). */
export function staysWhenAway(field: string): boolean {
  return field === "application" || field === "preparedness";
}

function inputModeOf(field: string) {
  if (field === "mark") return "decimal";
  return field.startsWith("criterion_") ? "numeric" : "text";
}
