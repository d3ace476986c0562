import { useState } from "react";

import { classes } from "#ui/classes.ts";

import { STATE_EDGE } from "./field-look.ts";
import { useFieldPhase, useShown } from "./report-context.ts";

const FIELD = "promotion_progress";

/** Yes or No, or not said yet; advice that moves nobody (design section 8). */
export function ProgressField() {
  const shown = useShown(FIELD);
  const [chosen] = useState(shown);
  const phase = useFieldPhase(FIELD);
  return (
    <div
      aria-describedby={`${FIELD}-state`}
      aria-labelledby={`${FIELD}-label`}
      className={classes(
        STATE_EDGE,
        "grid h-10 w-[118px] shrink-0 grid-cols-2 divide-x divide-field rounded border border-field bg-paper touch:h-11",
      )}
      data-state={phase}
      role="radiogroup"
    >
      {["Yes", "No"].map((answer) => (
        <label
          className="relative grid cursor-pointer place-items-center first:rounded-l-sm last:rounded-r-sm has-[:checked]:bg-red has-[:checked]:font-semibold has-[:checked]:text-on-red has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-red"
          key={answer}
        >
          <input
            className="absolute inset-0 cursor-pointer appearance-none !outline-none"
            data-field=""
            defaultChecked={chosen === answer}
            name={FIELD}
            type="radio"
            value={answer}
          />
          {answer}
        </label>
      ))}
    </div>
  );
}
