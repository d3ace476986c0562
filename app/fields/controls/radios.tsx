import { useState } from "react";
import { fieldText, type FieldKind } from "../kind.ts";
import type { FieldValue } from "../value.ts";

type RadiosProps = {
  name: string;
  /** The field of the record, when the control's name contains more. */
  field?: string;
  kind: FieldKind;
  /** The choice when the field is first drawn; afterwards the browser holds it. */
  value: FieldValue;
  /** The row state in which the field is shown. */
  state: string | undefined;
  /** The meanings of choices that are only letters. */
  meanings?: Readonly<Record<string, string>>;
  className: string;
  choiceClassName: string;
};

/** A few values, all of them visible. The label has the id `…-label`, the state `…-state`. */
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
