import { useState } from "react";

import { fieldText } from "#fields/kind.ts";
import { classes } from "#ui/classes.ts";

import { STATE_EDGE } from "./field-look.ts";
import { useField, useFieldPhase, useShown } from "./report-context.ts";

/** A line of text; what is typed in it belongs to the browser, so it is only given its first text here. */
export function TextField({ field }: { field: string }) {
  const shown = useShown(field);
  const [text] = useState(() => fieldText(shown));
  const phase = useFieldPhase(field);
  const { keyboard, longest } = useField(field).kind;
  return (
    <input
      aria-describedby={`${field}-state`}
      aria-invalid={phase === "refused" ? true : undefined}
      autoComplete="off"
      className={classes(
        STATE_EDGE,
        "field-box w-[118px] shrink-0 px-2.5 font-semibold",
        keyboard === "numeric" && "text-right",
      )}
      data-field=""
      data-state={phase}
      defaultValue={text}
      enterKeyHint="next"
      id={field}
      inputMode={keyboard}
      maxLength={longest}
      name={field}
      type="text"
    />
  );
}
