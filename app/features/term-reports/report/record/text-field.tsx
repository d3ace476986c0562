import { useState } from "react";

import { classes } from "#ui/classes.ts";

import { STATE_EDGE } from "./field-look.ts";
import { fieldText, isSessionsField, lengthLimit } from "./field-text.rules.ts";
import { useFieldPhase, useShown } from "./report-context.ts";

/** A line of text; what is typed in it belongs to the browser, so it is only given its first text here. */
export function TextField({ field }: { field: string }) {
  const shown = useShown(field);
  const [text] = useState(() => fieldText(shown));
  const phase = useFieldPhase(field);
  const isNumber = isSessionsField(field);
  return (
    <input
      aria-describedby={`${field}-state`}
      aria-invalid={phase === "refused" ? true : undefined}
      autoComplete="off"
      className={classes(
        STATE_EDGE,
        "field-box w-[118px] shrink-0 px-2.5 font-semibold",
        isNumber && "text-right",
      )}
      data-field=""
      data-state={phase}
      defaultValue={text}
      enterKeyHint="next"
      id={field}
      inputMode={isNumber ? "numeric" : "text"}
      maxLength={lengthLimit(field)}
      name={field}
      type="text"
    />
  );
}
