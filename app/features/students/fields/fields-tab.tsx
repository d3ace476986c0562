import { type ReactNode, useEffect } from "react";
import type { RecordParams } from "#domain/people/record-params.ts";
import type { FieldTab } from "#fields/people/student.ts";
import { reasonsOf, type RowResult } from "#saving/protocol/protocol.ts";
import { FieldsState } from "#saving/screen/field/fields-state.tsx";
import { SavingContext, useSaving, useSavingScreen } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";
import { RecordFrame } from "../record/record-frame.tsx";
import { studentTabUrl, type RecordView } from "../record/record.ts";
import { fieldsOf, type FieldsRead, sectionOf } from "./fields.ts";
import { FIELDS_FORM, FieldsForm } from "./fields-form.tsx";
import { titleOf } from "#fields/record.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { phaseOfField } from "#saving/screen/field/row-context.ts";
import { useUnsavedFields } from "#ui/form/leave/leave-guards.ts";
import { showMessage } from "#ui/overlay/messages.ts";

export type FieldsTabProps = {
  shown: RecordView;
  params: RecordParams;
  read: FieldsRead;
  /** A dialog over the record. */
  children: ReactNode;
};

export function FieldsTab({ shown, params, read, children }: FieldsTabProps) {
  const { rows, rules, closed, saveUrl, accountId: account, tab, timeZone } = read;
  const target = { saveUrl, account, rows, receipt: { total: rows.length }, rules: VALUE_RULES };
  const { screen, words } = useSavingScreen({ target, timeZone, wordsOf });
  useLeaving({ store: screen.store, read, name: shown.head.name });
  const saved = rows.map(({ row }) => ({ row, fields: fieldsOf(rules, row) }));
  return (
    <SavingContext value={screen}>
      <RecordFrame
        {...shown}
        note={NOTES[tab]}
        params={params}
        primary={closed === null ? <UpdateStudent /> : null}
        state={
          closed === null ? (
            <FieldsState form={FIELDS_FORM} resting="Each field saves when you leave it" rows={saved} />
          ) : (
            <span className="text-muted">Read only</span>
          )
        }
      >
        <FieldsForm
          action={studentTabUrl(params.record, { query: params.query, tab })}
          read={read}
          words={words}
        />
      </RecordFrame>
      {children}
    </SavingContext>
  );
}

const VALUE_RULES = { normalise: <Values,>(values: Values) => values, countedAs: () => "saved" };

const RECORDED = "Termbook records who opens this tab";
const NOTES: Readonly<Record<FieldTab, string | null>> = {
  personal: null,
  medical: RECORDED,
  family: RECORDED,
};

/**
 * Sends the whole tab when there are no scripts. The button appears after a moment, so that nobody sees the button
 * while scripts load.
 */
function UpdateStudent() {
  if (useSaving().hydrated) return null;
  return (
    <span className="animate-appear [animation-delay:1500ms] max-md:grow unscripted:animate-none">
      <Button className="max-md:w-full" form={FIELDS_FORM} kind="primary">
        Update Student
      </Button>
    </span>
  );
}

/** Returns the words for screen readers about a row that was refused or conflicts. */
function wordsOf(result: RowResult): string {
  if (result.outcome === "refused") return `Not saved: ${reasonsOf(result.refusals)}.`;
  return result.outcome === "conflict" ? `Changed by ${result.by}. Choose which value to keep.` : "";
}

const TOLD_SECONDS = 8;

type Leaving = { store: SavingStore; read: FieldsRead; name: string };

/**
 * Asks before the person leaves the tab with unsaved fields; their values stay in the page for a return to the tab. If
 * a save fails only after the person left, a message on the next page names the fields.
 */
function useLeaving({ store, read, name }: Leaving): void {
  useUnsavedFields(() => unsavedTitles(store, read), name);

  useEffect(
    () => () => {
      if (!store.isSaving()) return;
      const stop = store.onResults(() => {
        stop();
        const titles = unsavedTitles(store, read).join(", ");
        const text = `Not saved in the record of ${name}: ${titles}.`;
        if (titles) showMessage({ text, tone: "refused", seconds: TOLD_SECONDS });
      });
    },
    // Once, when the tab is left.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
}

/**
 * Lists fields that wait for the network or for the person, such as `Phone (Mobile), Email`; fields that are being
 * saved need no warning.
 */
function unsavedTitles({ rows }: SavingStore, { rows: shown, rules }: FieldsRead): string[] {
  return shown.flatMap(({ row }) => {
    const snapshot = rows.row(row);
    const fields = fieldsOf(rules, row);
    const section = sectionOf(rules, row);
    const unsaved = [...fields.keys()].filter((field) => {
      const phase = snapshot && phaseOfField(snapshot, field);
      return phase === "waiting" || phase === "refused" || phase === "changed";
    });
    return unsaved.map((field) => [section, titleOf(fields, field)].filter(Boolean).join(" "));
  });
}
