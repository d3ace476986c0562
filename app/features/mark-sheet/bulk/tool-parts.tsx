import { useEffect, useRef, type ComponentProps } from "react";
import type { FieldKind } from "#fields/kind.ts";
import { LabelledSelectField } from "#ui/form/select-field.tsx";
import { DialogLayout } from "#ui/overlay/dialog.tsx";
import { listMarkSheetColumns, type MarkSheetColumns } from "../sheet/columns.rules.ts";
import type { CurrentMarkSheetRow } from "./tasks.ts";

type ColumnChoiceProps = { columns: MarkSheetColumns; field: string; onChoose: (field: string) => void };

export function MarkSheetColumnSelect({ columns, field, onChoose }: ColumnChoiceProps) {
  const choices = listMarkSheetColumns(columns).map((column) => ({
    value: column.name,
    label: column.title,
  }));
  if (choices.length < 2) return null;
  return (
    <LabelledSelectField
      choices={choices}
      label="Column"
      name="into-column"
      onChange={(event) => onChoose(event.currentTarget.value)}
      value={field}
    />
  );
}

type RowChoiceProps = {
  label: string;
  rows: readonly CurrentMarkSheetRow[];
  row: string | undefined;
  onChoose: (row: string) => void;
};

export function MarkSheetRowSelect({ label, rows, row, onChoose }: RowChoiceProps) {
  return (
    <LabelledSelectField
      choices={rows.map(({ row: value, name }) => ({ value, label: name }))}
      label={label}
      name="from-row"
      onChange={(event) => onChoose(event.currentTarget.value)}
      value={row}
    />
  );
}

/** Returns the name of the column in which the cursor was; failing that, the grade column or the first column. */
export function chooseStartColumn(columns: MarkSheetColumns, field: string | undefined): string {
  const fields = listMarkSheetColumns(columns).map(({ name }) => name);
  return [field, "grade", fields[0]].find((item) => item !== undefined && fields.includes(item)) ?? "";
}

export function findColumnFieldKind(columns: MarkSheetColumns, field: string): FieldKind | undefined {
  return listMarkSheetColumns(columns).find(({ name }) => name === field)?.kind;
}

export function columnValueNoun(field: string): string {
  if (field === "mark" || field === "remark") return field;
  return field === "application" || field === "preparedness" ? "rating" : "grade";
}

/**
 * A dialog over the current page. Other dialogs have a URL and work without JavaScript. This one has no URL, because
 * its content was only just typed or copied. When it opens, the current field loses the focus.
 */
export function BulkToolDialog(props: Omit<ComponentProps<typeof DialogLayout>, "dialog">) {
  return <DialogLayout {...props} dialog={useModalHere()} />;
}

/** Opens the dialog, and restores the focus when the dialog closes. */
function useModalHere() {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element && !element.open) open(element);
    element?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return dialog;
}

/** Browsers without modal dialogs show the dialog as an ordinary element. */
function open(dialog: HTMLDialogElement) {
  if ("showModal" in dialog) dialog.showModal();
  else (dialog as HTMLElement).setAttribute("open", "");
}
