import { useEffect, useState } from "react";
import type { ControllerParts, FieldController } from "../field-controller.ts";
import type { FieldNote } from "../field-notes.rules.ts";
import type { SavingScreen } from "../saving-screen.tsx";
import { useRow } from "../use-row.ts";

type SharedParts = Pick<ControllerParts, "store" | "row" | "fields" | "show" | "say">;

type Controlled = Pick<ControllerParts, "row" | "fields"> & { screen: SavingScreen };

/** Returns the controller of a row's fields for as long as the row is shown, with the note to show beside a field. */
export function useFieldController<Controller extends FieldController>(
  { screen: { store, say }, row, fields }: Controlled,
  make: (parts: SharedParts) => Controller,
) {
  const [note, show] = useState<FieldNote | null>(null);
  const [controller] = useState(() => make({ store, row, fields, show, say }));
  const snapshot = useRow(store, row);

  useEffect(() => controller.setFields(fields), [controller, fields]);
  useEffect(() => controller.write("untouched"), [controller, snapshot]);

  return { controller, note, snapshot };
}
