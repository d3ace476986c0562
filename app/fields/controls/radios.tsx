import { useState } from "react";
import { formatFieldText, type FieldKind } from "../kind.ts";
import type { FieldValue } from "../value.ts";

type RadiosProps = {
  name: string;
  /** The name of the record's field, if the control's own name has a prefix. */
  field?: string;
  kind: FieldKind;
  /** The initial choice. The control is uncontrolled: React does not store later choices. */
  value: FieldValue;
  /** The state of saving the row, which decides the style of the field. */
  state: string | undefined;
  /** Explanations for choices that are single letters. */
  meanings?: Readonly<Record<string, string>>;
  className: string;
  choiceClassName: string;
};

/** Renders a few choices as radio buttons, all visible. The label has the id `…-label`, the state `…-state`. */
export function RadioButtons({
  name,
  field = "",
  kind,
  value,
  state,
  meanings,
  className,
  choiceClassName,
}: RadiosProps) {
  const [chosen] = useState(() => formatFieldText(value));
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
          {kind.words(kind.posted(choice))}
        </label>
      ))}
    </div>
  );
}
