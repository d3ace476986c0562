import type { ReactNode } from "react";
import { classes } from "#ui/classes.ts";
import { SEGMENT, SEGMENTS } from "#ui/form/choice/segment-classes.ts";
import type { Control } from "../kind.ts";
import { Radios } from "./radios.tsx";
import { Area, Box, DateLine, Line, List, type ControlProps } from "./typed.tsx";

const CONTROLS: Record<Control, (props: ControlProps) => ReactNode> = {
  line: Line,
  letter: Line,
  date: DateLine,
  text: Area,
  list: List,
  radios: Segments,
  box: Box,
};

export function KindControl(props: ControlProps) {
  const Drawn = CONTROLS[props.kind.control];
  return <Drawn {...props} />;
}

/** A few values side by side, in one frame. */
function Segments({ className, ...props }: ControlProps) {
  return (
    <Radios {...props} choiceClassName={SEGMENT} className={classes(className, SEGMENTS, "auto-cols-fr")} />
  );
}
