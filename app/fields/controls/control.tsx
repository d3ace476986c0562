import { type ReactNode, useState } from "react";
import { joinClassNames } from "#ui/classes.ts";
import { SEGMENT_CLASS, SEGMENTS_CLASS } from "#ui/form/choice/segment-classes.ts";
import { type ControlKind, formatFieldText, type FieldKind, formatValue } from "../kind.ts";
import type { FieldValue } from "../value.ts";
import { DateBox } from "#ui/form/fields/date-box.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

const CONTROLS: Record<ControlKind, (props: ControlProps) => ReactNode> = {
  line: TextInput,
  letter: TextInput,
  date: DateInput,
  text: TextAreaInput,
  list: SelectList,
  radios: Segments,
  box: TickBoxInput,
};

export function FieldKindControl(props: ControlProps) {
  const Drawn = CONTROLS[props.kind.control];
  return <Drawn {...props} />;
}

/** Radio buttons drawn as connected segments in one frame. */
function Segments({ className, ...props }: ControlProps) {
  return (
    <RadioButtons
      {...props}
      choiceClassName={SEGMENT_CLASS}
      className={joinClassNames(className, SEGMENTS_CLASS, "auto-cols-fr")}
    />
  );
}

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

export type ControlProps = {
  name: string;
  /** The name of the record's field, if the control's own name has a prefix such as the row's. */
  field?: string;
  kind: FieldKind;
  /** The initial value. The control is uncontrolled: React does not store the typed text. */
  value: FieldValue;
  /** The state of saving the row, which decides the style of the field. */
  state: string | undefined;
  className: string;
  /** The id of a text that screen readers read out after the field's state, which has the id `…-state`. */
  describedBy?: string;
  disabled?: boolean;
  /** True for the field that has the focus when its dialog opens. */
  isFirst?: boolean;
  /** True for a date field in a table, which has no space to show the date in words below the field. */
  isCompact?: boolean;
};

function useAttributes(props: ControlProps) {
  const { name, field = "", value, state, className, describedBy, disabled, isFirst } = props;
  const [text] = useState(() => formatFieldText(value));
  return {
    "aria-describedby": joinClassNames(describedBy, `${name}-state`),
    "aria-invalid": state === "refused" ? (true as const) : undefined,
    className,
    "data-field": field,
    "data-first-focus": isFirst ? "" : undefined,
    "data-state": state,
    defaultValue: text,
    disabled,
    id: name,
    name,
  };
}

function TextInput(props: ControlProps) {
  const attributes = useAttributes(props);
  const { keyboard, prefix, hint } = props.kind;
  const line = (
    <input
      {...attributes}
      autoComplete="off"
      className={joinClassNames(
        props.className,
        keyboard === "numeric" && "text-right",
        prefix && "!pl-[68px]",
      )}
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

/** A text field for a date. It accepts the various ways in which people write dates. */
function DateInput(props: ControlProps) {
  const { defaultValue: _, "aria-describedby": describedBy, ...attributes } = useAttributes(props);
  const { kind, value, isCompact } = props;
  return (
    <DateBox
      {...attributes}
      describedBy={describedBy}
      first={kind.days?.from}
      holidays={kind.days?.holidays}
      isBirth={kind.days?.isBirth}
      isCompact={isCompact}
      last={kind.days?.to}
      value={formatFieldText(value)}
    />
  );
}

function TextAreaInput(props: ControlProps) {
  const attributes = useAttributes(props);
  const hydrated = useHydrated();
  return (
    <textarea
      {...attributes}
      autoComplete="off"
      className={joinClassNames(props.className, "[field-sizing:content]")}
      maxLength={hydrated ? props.kind.stopsAt : undefined}
      rows={rowsOf(attributes.defaultValue)}
    />
  );
}

/** The assumed number of characters in a line, for browsers that cannot adjust a text area to its text. */
const CHARACTERS_A_ROW = 60;

function rowsOf(text: string): number {
  const lines = text.split("\n").map((line) => Math.ceil(line.length / CHARACTERS_A_ROW) || 1);
  return Math.max(
    2,
    lines.reduce((sum, rows) => sum + rows, 0),
  );
}

function SelectList(props: ControlProps) {
  const { kind } = props;
  return (
    <select {...useAttributes(props)}>
      <option value="">–</option>
      {kind.choices.map((choice) => (
        <option key={choice} value={choice}>
          {formatValue(kind, kind.posted(choice), choice)}
        </option>
      ))}
    </select>
  );
}

/** A tick box. Browsers do not post an unticked box, so a hidden field shows that the form contained the box. */
function TickBoxInput(props: ControlProps) {
  const { defaultValue, ...attributes } = useAttributes(props);
  const [ticked = ""] = props.kind.choices;
  return (
    <>
      <input name={`shown.${props.name}`} type="hidden" value="" />
      <input {...attributes} defaultChecked={defaultValue === ticked} type="checkbox" value={ticked} />
    </>
  );
}
