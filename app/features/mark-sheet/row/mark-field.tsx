import { useState } from "react";

import { fieldText } from "#fields/kind.ts";
import type { RecordField } from "#fields/record.ts";
import { fieldPhase, type RowSnapshot } from "#saving/client/row-phase.ts";
import { shownValues } from "#saving/client/row-state.ts";
import { classes } from "#ui/classes.ts";

import { choicesWords } from "../sheet/columns.rules.ts";
import type { SheetRow } from "../sheet/sheet.ts";

type MarkFieldProps = { loaded: SheetRow; snapshot: RowSnapshot; column: RecordField };

/** A field of a row; what is typed in it belongs to the browser, so it is only given its first text here. */
export function MarkField({ loaded, snapshot, column }: MarkFieldProps) {
  const { row, name } = loaded;
  const { name: field, title, kind } = column;
  const [text] = useState(() => fieldText(shownValues(snapshot.state)[field]));
  const phase = fieldPhase(snapshot, field);
  const isLetter = kind.control === "letter";
  return (
    <input
      aria-describedby={`state-${row}`}
      aria-invalid={phase === "refused" ? true : undefined}
      aria-label={`${isLetter ? `${title}, ${choicesWords(kind)}` : title}: ${name}`}
      autoCapitalize="characters"
      autoComplete="off"
      className={classes("field", isLetter ? "letter" : "mark", !staysWhenAway(field) && "here")}
      data-field={field}
      data-state={phase}
      defaultValue={text}
      enterKeyHint="next"
      inputMode={kind.keyboard}
      name={`${field}.${row}`}
      type="text"
    />
  );
}

/** A rating is of the term's work, whether or not somebody came on the day (design section 8). */
export function staysWhenAway(field: string): boolean {
  return field === "application" || field === "preparedness";
}
