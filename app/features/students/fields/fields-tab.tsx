import type { ReactNode } from "react";
import type { RecordPlace } from "#domain/people/record-place.ts";
import type { FieldTab } from "#fields/people/student.ts";
import { reasonsOf, type RowResult } from "#saving/protocol/protocol.ts";
import { FieldsState } from "#saving/screen/field/fields-state.tsx";
import { SavingContext, useSaving, useSavingScreen } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";

import { RecordFrame } from "../record/record-frame.tsx";
import { studentTabUrl, type RecordShown } from "../record/record.ts";
import { fieldsOf, type FieldsRead } from "./fields.ts";
import { FIELDS_FORM, FieldsForm } from "./fields-form.tsx";
import { useLeaving } from "./use-leaving.ts";

export type FieldsTabProps = {
  shown: RecordShown;
  place: RecordPlace;
  read: FieldsRead;
  /** What is opened over the record. */
  children: ReactNode;
};

/** Personal, Medical or Family: each field saves by itself. */
export function FieldsTab({ shown, place, read, children }: FieldsTabProps) {
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
        place={place}
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
          action={studentTabUrl(place.record, { query: place.query, tab })}
          read={read}
          words={words}
        />
      </RecordFrame>
      {children}
    </SavingContext>
  );
}

const VALUE_RULES = { normalise: <Values,>(values: Values) => values, countedAs: () => "saved" };

const RECORDED = "Who opens this tab is recorded";
const NOTES: Readonly<Record<FieldTab, string | null>> = {
  personal: null,
  medical: RECORDED,
  family: RECORDED,
};

/** Without script the tab is sent as a whole; where script only takes long, the button comes after a moment. */
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

/** What a screen reader says of a row that was not simply saved. */
function wordsOf(result: RowResult): string {
  if (result.outcome === "refused") return `Not saved: ${reasonsOf(result.refusals)}.`;
  return result.outcome === "conflict" ? `Changed by ${result.by}: choose whose to keep.` : "";
}
