import { KindControl } from "#fields/controls/control.tsx";
import type { ControlProps } from "#fields/controls/typed.tsx";
import { classes } from "#ui/classes.ts";
import { useControlName, useField, useFieldPhase, useShown } from "./row-context.ts";

type FieldControlProps = Pick<ControlProps, "describedBy" | "disabled" | "className" | "isCompact"> & {
  field: string;
};

export function FieldControl({ field, className, ...others }: FieldControlProps) {
  const { kind } = useField(field);
  const name = useControlName(field);
  const shared = { name, field, kind, value: useShown(field), state: useFieldPhase(field) };
  return <KindControl {...others} {...shared} className={classes("state-edge", className)} />;
}
