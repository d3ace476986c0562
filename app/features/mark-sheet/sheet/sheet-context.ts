import { createContext, useContext, useMemo } from "react";
import type { RecordFields } from "#fields/record.ts";
import type { RowPart } from "#saving/screen/conflicts.rules.ts";
import { useLinkClick, type LinkClick } from "#ui/page/use-link-click.ts";
import type { SheetCommands } from "../bulk/tasks.ts";
import { buildMarkFields } from "#fields/mark.ts";
import { sheetValueParts } from "../row/sheet-values.rules.ts";
import { toSheetColumns, type SheetColumns } from "./columns.rules.ts";
import type { SheetView } from "./sheet.ts";

export type SheetContext = {
  sheet: SheetView;
  columns: SheetColumns;
  parts: readonly RowPart[];
  /** Returns the fields of a row whose mark has this maximum. */
  fieldsOf: (maxMark: number) => RecordFields;
  commands: SheetCommands;
  openLink: LinkClick;
};

const Context = createContext<SheetContext | null>(null);

export const SheetProvider = Context.Provider;

export function useSheet(): SheetContext {
  const context = useContext(Context);
  if (!context) throw new Error("a part of a mark sheet must be inside its form");
  return context;
}

export function useSheetContextValue(sheet: SheetView, commands: SheetCommands): SheetContext {
  const openLink = useLinkClick();
  return useMemo(() => {
    const columns = toSheetColumns(sheet);
    const known = new Map<number, RecordFields>();
    function fieldsOf(maxMark: number): RecordFields {
      const fields = known.get(maxMark) ?? buildMarkFields(sheet.rules, maxMark);
      known.set(maxMark, fields);
      return fields;
    }
    return { sheet, columns, parts: sheetValueParts(columns), fieldsOf, commands, openLink };
  }, [sheet, commands, openLink]);
}
