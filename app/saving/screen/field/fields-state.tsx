import type { MouseEvent } from "react";
import type { RecordFields } from "#fields/record.ts";
import { Icon } from "#ui/page/icon.tsx";
import type { SavingStore } from "../../client/saving-store.ts";
import { formatProgress, useSaving, useSavingCounts } from "../saving-screen.tsx";
import { findFieldPhase } from "./row-context.ts";

type ShownRow = { row: string; fields: RecordFields };

type FieldsStateProps = {
  rows: readonly ShownRow[];
  /** The id of the form that contains the rows. */
  form: string;
  /** The text that is shown if nothing is unsaved. */
  resting: string;
};

/** Shows the number of unsaved fields, with a button that leads to the fields that need attention. */
export function UnsavedFieldCount({ rows, form, resting }: FieldsStateProps) {
  const { store, hydrated } = useSaving();
  // This hook subscribes to changes of any row, so that the counts are rendered again.
  useSavingCounts(store);
  if (!hydrated) return null;
  const { needYou, ...doing } = countsOf(store, rows);
  const words = formatProgress(doing, store);
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      {words || needYou > 0 ? (
        <span className="text-muted empty:hidden">{words}</span>
      ) : (
        <span className="text-muted max-md:hidden">{resting}</span>
      )}
      {needYou > 0 ? <NeedYou count={needYou} form={form} /> : null}
    </div>
  );
}

function countsOf({ rows: stored }: SavingStore, rows: readonly ShownRow[]) {
  const phases = rows.flatMap(({ row, fields }) => {
    const snapshot = stored.row(row);
    return snapshot ? [...fields.keys()].map((field) => findFieldPhase(snapshot, field)) : [];
  });
  const count = (...wanted: (typeof phases)[number][]) =>
    phases.filter((phase) => wanted.includes(phase)).length;
  return {
    typing: count("typing"),
    saving: count("saving"),
    waiting: count("waiting"),
    needYou: count("refused", "changed"),
  };
}

const NEEDING = "[data-field][data-state=refused], [data-field][data-state=changed]";

function NeedYou({ count, form }: { count: number; form: string }) {
  return (
    <button
      className="inline-flex min-h-9 items-center gap-2 whitespace-nowrap font-semibold text-red touch:min-h-11"
      data-of={form}
      onClick={goToNext}
      type="button"
    >
      <span className="border-b border-red">{`${count} need${count === 1 ? "s" : ""} attention`}</span>
      <Icon className="[rotate:180deg]" name="arrow-down" />
    </button>
  );
}

/** Moves the focus to the next field that needs attention, or to the first, and opens a closed section around it. */
function goToNext({ currentTarget: { dataset } }: MouseEvent<HTMLButtonElement>) {
  const form = document.getElementById(dataset.of ?? "");
  const fields = [...(form?.querySelectorAll<HTMLElement>(NEEDING) ?? [])];
  const at = fields.findIndex(({ id }) => id === dataset.at);
  const next = fields[(at + 1) % fields.length];
  if (!next) return;
  dataset.at = next.id;
  const section = next.closest("details");
  if (section) section.open = true;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "center" });
}
