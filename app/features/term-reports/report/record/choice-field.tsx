import { useState } from "react";

import { fieldText } from "#fields/kind.ts";
import { classes } from "#ui/classes.ts";

import { STATE_EDGE } from "./field-look.ts";
import { useField, useFieldPhase, useShown } from "./report-context.ts";

type ChoiceFieldProps = {
  field: string;
  /** A choice in that field closes this one (T4). */
  other: string;
};

/** A form class, or none. */
export function ChoiceField({ field, other }: ChoiceFieldProps) {
  const { choices } = useField(field).kind;
  const shown = useShown(field);
  const isClosed = useShown(other) !== null && shown === null;
  const [chosen] = useState(() => fieldText(shown));
  return (
    <select
      aria-describedby={`${field}-state`}
      className={classes(
        STATE_EDGE,
        "field-box w-[118px] shrink-0 px-2 font-semibold",
        isClosed && "!font-normal",
      )}
      data-field=""
      data-state={useFieldPhase(field)}
      defaultValue={chosen}
      disabled={isClosed}
      id={field}
      name={field}
    >
      <option value="">–</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}
