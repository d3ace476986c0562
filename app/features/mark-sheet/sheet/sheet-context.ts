import { createContext, useContext, useMemo } from "react";
import type { RecordFields } from "#fields/record.ts";
import type { RowPart } from "#saving/screen/conflicts.rules.ts";
import { useLinkClick, type LinkClick } from "#ui/page/use-link-click.ts";
import type { MarkSheetCommands } from "../bulk/tasks.ts";
import { buildMarkFields } from "#fields/mark.ts";
import { formatMarkSheetValues } from "../row/sheet-values.rules.ts";
import { toMarkSheetColumns, type MarkSheetColumns } from "./columns.rules.ts";
import type { MarkSheetView } from "./sheet.ts";

export type MarkSheetContext = {
  sheet: MarkSheetView;
  columns: MarkSheetColumns;
  parts: readonly RowPart[];
  /** Returns the fields of a row whose mark has this maximum. */
  fieldsOf: (maxMark: number) => RecordFields;
  commands: MarkSheetCommands;
  openLink: LinkClick;
};

const Context = createContext<MarkSheetContext | null>(null);

export const MarkSheetProvider = Context.Provider;

export function useMarkSheet(): MarkSheetContext {
  const context = useContext(Context);
  if (!context) throw new Error("a part of a mark sheet must be inside its form");
  return context;
}

export function useMarkSheetContextValue(
  sheet: MarkSheetView,
  commands: MarkSheetCommands,
): MarkSheetContext {
  const openLink = useLinkClick();
  return useMemo(() => {
    const columns = toMarkSheetColumns(sheet);
    const known = new Map<number, RecordFields>();
    function fieldsOf(maxMark: number): RecordFields {
      const fields = known.get(maxMark) ?? buildMarkFields(sheet.rules, maxMark);
      known.set(maxMark, fields);
      return fields;
    }
    return { sheet, columns, parts: formatMarkSheetValues(columns), fieldsOf, commands, openLink };
  }, [sheet, commands, openLink]);
}
