import type { ReactNode } from "react";
import { joinClassNames } from "#ui/classes.ts";
import { SEGMENT_CLASS, SEGMENTS_CLASS } from "#ui/form/choice/segment-classes.ts";
import type { ControlKind } from "../kind.ts";
import { RadioButtons } from "./radios.tsx";
import {
  TextAreaInput,
  TickBoxInput,
  DateInput,
  TextInput,
  SelectList,
  type ControlProps,
} from "./typed.tsx";

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
