import { useState } from "react";

import { classes } from "#ui/classes.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { fieldText, valueInWords, type FieldKind } from "../kind.ts";
import type { FieldValue } from "../value.ts";

export type ControlProps = {
  name: string;
  /** Its field, where the name says more, such as the row that it stands in. */
  field?: string;
  kind: FieldKind;
  /** What the field is first drawn with; what is typed then belongs to the browser. */
  value: FieldValue;
  /** What it is drawn as. */
  state: string | undefined;
  className: string;
  /** Read out with it beside its state, which has the id `…-state`. */
  describedBy?: string;
  disabled?: boolean;
};

function useAttributes({ name, field = "", value, state, className, describedBy, disabled }: ControlProps) {
  const [text] = useState(() => fieldText(value));
  return {
    "aria-describedby": classes(describedBy, `${name}-state`),
    "aria-invalid": state === "refused" ? (true as const) : undefined,
    className,
    "data-field": field,
    "data-state": state,
    defaultValue: text,
    disabled,
    id: name,
    name,
  };
}

/** A line of text, figures at the right, or a day. */
export function Line(props: ControlProps) {
  const attributes = useAttributes(props);
  const { control, keyboard, prefix, hint, days } = props.kind;
  if (control === "date") return <input {...attributes} max={days?.to} min={days?.from} type="date" />;
  const line = (
    <input
      {...attributes}
      autoComplete="off"
      className={classes(props.className, keyboard === "numeric" && "text-right", prefix && "!pl-[68px]")}
      enterKeyHint="next"
      inputMode={keyboard}
      placeholder={hint}
      type="text"
    />
  );
  if (!prefix) return line;
  return (
    <span className="relative block">
      {line}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-px left-0 grid w-14 place-items-center border-r border-line-2 text-muted"
      >
        {prefix}
      </span>
    </span>
  );
}

/** A text that is as high as what is in it. */
export function Area(props: ControlProps) {
  const attributes = useAttributes(props);
  const hydrated = useHydrated();
  return (
    <textarea
      {...attributes}
      autoComplete="off"
      className={classes(props.className, "[field-sizing:content]")}
      maxLength={hydrated ? props.kind.stopsAt : undefined}
      rows={rowsOf(attributes.defaultValue)}
    />
  );
}

/** Where the browser cannot size a text by what is in it. */
const CHARACTERS_A_ROW = 60;

function rowsOf(text: string): number {
  const lines = text.split("\n").map((line) => Math.ceil(line.length / CHARACTERS_A_ROW) || 1);
  return Math.max(
    2,
    lines.reduce((sum, rows) => sum + rows, 0),
  );
}

/** One of a list, by what it is called, or none. */
export function List(props: ControlProps) {
  const { kind } = props;
  return (
    <select {...useAttributes(props)}>
      <option value="">–</option>
      {kind.choices.map((choice) => (
        <option key={choice} value={choice}>
          {valueInWords(kind, kind.posted(choice), choice)}
        </option>
      ))}
    </select>
  );
}

/** A box to tick. Not ticked it is not posted: the field before it says that it was there. */
export function Box(props: ControlProps) {
  const { defaultValue, ...attributes } = useAttributes(props);
  const [ticked = ""] = props.kind.choices;
  return (
    <>
      <input name={`shown.${props.name}`} type="hidden" value="" />
      <input {...attributes} defaultChecked={defaultValue === ticked} type="checkbox" value={ticked} />
    </>
  );
}
