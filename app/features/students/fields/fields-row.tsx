import { useMemo, useRef, type ReactNode } from "react";
import type { FieldValue } from "#fields/value.ts";
import { getBaseVersion, type LoadedRow } from "#saving/protocol/protocol.ts";
import { FieldController } from "#saving/screen/field-controller.ts";
import { toValuePart } from "#saving/screen/conflicts.rules.ts";
import { focusInPanel } from "#saving/screen/field/focus-in-panel.ts";
import { RowProvider, useFieldController } from "#saving/screen/field/row-context.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { familyOrTabFields, type StudentTabView } from "./fields.ts";

/** Saves each field by itself: a choice at once, and typed text when the field loses the focus. */
export class StudentFieldsController extends FieldController {
  /** Sets a value and saves it, as if somebody had typed the value and left the field. */
  enter(field: string, value: FieldValue) {
    this.accept(field, { value, note: null });
    this.commit();
  }

  protected override choose() {
    this.commit();
  }
}

type FieldsRowProps = {
  read: StudentTabView;
  loaded: LoadedRow;
  children: (controller: StudentFieldsController) => ReactNode;
};

/** Shows one row of a tab, with its unsaved values and the version that the form was loaded with. */
export function StudentFieldsRow({ read: { rules, closed }, loaded, children }: FieldsRowProps) {
  const { row } = loaded;
  const screen = useSaving();
  const root = useRef<HTMLDivElement>(null);
  const fields = useMemo(() => {
    const all = familyOrTabFields(rules, row);
    return closed === null ? all : new Map([...all].map(([name, field]) => [name, { ...field, closed }]));
  }, [rules, row, closed]);
  const { controller, note } = useFieldController(
    { screen, row, fields },
    (parts) =>
      new StudentFieldsController({
        ...parts,
        atomicGroups: [],
        root: () => root.current,
        focusNext: focusInPanel,
      }),
  );
  const context = useMemo(() => {
    const parts = [...fields.values()].map(toValuePart);
    return { row, fields, parts, controller, note, historyUrl: null, isOneOfMany: true };
  }, [row, fields, controller, note]);
  return (
    <RowProvider value={context}>
      <div data-panel="" ref={root} {...controller.events}>
        <input name={`base.${row}`} type="hidden" value={getBaseVersion(loaded)} />
        {children(controller)}
      </div>
    </RowProvider>
  );
}
