import { useState } from "react";

import { fieldText, type FieldKind } from "../kind.ts";
import type { FieldValue } from "../value.ts";

type RadiosProps = {
  name: string;
  /** Its field, where the name says more. */
  field?: string;
  kind: FieldKind;
  /** What is chosen when the field is first drawn; what is chosen then belongs to the browser. */
  value: FieldValue;
  /** What it is drawn as. */
  state: string | undefined;
  /** What a choice means, where it is only a letter. */
  meanings?: Readonly<Record<string, string>>;
  className: string;
  choiceClassName: string;
};

/** One of a few values, all of them in sight. Its label has the id `…-label`, its state `…-state`. */
export function Radios({
  name,
  field = "",
  kind,
  value,
  state,
  meanings,
  className,
  choiceClassName,
}: RadiosProps) {
  const [chosen] = useState(() => fieldText(value));
  return (
    <div
      aria-describedby={`${name}-state`}
      aria-labelledby={`${name}-label`}
      className={className}
      data-state={state}
      role="radiogroup"
    >
      {kind.choices.map((choice) => (
        <label className={choiceClassName} key={choice} title={meanings?.[choice]}>
          <input
            aria-label={meanings && `${choice}, ${meanings[choice]}`}
            className="radio-cover"
            data-field={field}
            defaultChecked={chosen === choice}
            name={name}
            type="radio"
            value={choice}
          />
          {choice}
        </label>
      ))}
    </div>
  );
}
