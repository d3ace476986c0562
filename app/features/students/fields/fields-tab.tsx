import { type ReactNode, useEffect } from "react";
import type { RecordUrls } from "#domain/people/record-params.ts";
import type { SelfSavingTab } from "#fields/people/student.ts";
import { joinReasons, type RowResult } from "#saving/protocol/protocol.ts";
import { UnsavedFieldCount } from "#saving/screen/field/fields-state.tsx";
import { SavingContextProvider, useSaving, useSavingScreen } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";
import { RecordFrame } from "../record/record-frame.tsx";
import { studentTabUrl, type RecordHeadingAndPaging } from "../record/record.ts";
import { familyOrTabFields, type StudentTabView, familySectionTitle } from "./fields.ts";
import { FIELDS_FORM_ID, StudentFieldsForm } from "./fields-form.tsx";
import { findFieldTitle } from "#fields/record.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { findFieldPhase } from "#saving/screen/field/row-context.ts";
import { useUnsavedFields } from "#ui/form/leave/leave-guards.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import { joinClassNames } from "#ui/classes.ts";
import { SiblingsPanel, useSiblings } from "../siblings/siblings-panel.tsx";
import type { SiblingsView } from "../siblings/siblings.server.ts";

export type FieldsTabProps = {
  shown: RecordHeadingAndPaging;
  params: RecordUrls;
  read: StudentTabView;
  /** The students who may be brothers or sisters, shown beside the Family tab. */
  siblings: SiblingsView | null;
  /** A dialog that is open over the record. */
  children: ReactNode;
};

export function StudentFieldsTab({ shown, params, read, siblings, children }: FieldsTabProps) {
  const { rows, rules, closed, saveUrl, accountId: account, tab, timeZone } = read;
  const target = { saveUrl, account, rows, receipt: { total: rows.length }, rules: VALUE_RULES };
  const { screen, words } = useSavingScreen({ target, timeZone, wordsOf });
  useLeaving({ store: screen.store, read, name: shown.head.name });
  const saved = rows.map(({ row }) => ({ row, fields: familyOrTabFields(rules, row) }));
  return (
    <SavingContextProvider value={screen}>
      <RecordFrame
        {...shown}
        note={NOTES[tab]}
        params={params}
        width={hasAny(siblings) ? "profile" : "record"}
        primary={closed === null ? <UpdateStudent /> : null}
        state={
          closed === null ? (
            <UnsavedFieldCount
              form={FIELDS_FORM_ID}
              resting="Each field is saved when you leave it"
              rows={saved}
            />
          ) : (
            <span className="text-muted">Read only</span>
          )
        }
      >
        <WithSiblings params={params} served={siblings}>
          <StudentFieldsForm
            action={studentTabUrl(params.record, { query: params.query, tab })}
            read={read}
            words={words}
          />
        </WithSiblings>
      </RecordFrame>
      {children}
    </SavingContextProvider>
  );
}

type WithSiblingsProps = { served: SiblingsView | null; params: RecordUrls; children: ReactNode };

function hasAny(found: SiblingsView | null): found is SiblingsView {
  return found !== null && found.siblings.length > 0;
}

/**
 * Shows brothers and sisters beside the fields in a wide window. If they are found while somebody types, they appear
 * below the fields, because a second column would move the field that has the cursor.
 */
function WithSiblings({ served, params, children }: WithSiblingsProps) {
  const found = useSiblings(served, params.record);
  const isBeside = hasAny(served);
  const hasSiblings = hasAny(found);
  return (
    <div
      className={joinClassNames(
        "grid grid-cols-[minmax(0,1fr)] gap-6",
        isBeside && "min-[1180px]:grid-cols-[minmax(0,1fr)_304px]",
      )}
    >
      {children}
      {hasSiblings ? (
        <div
          className={joinClassNames(
            isBeside && "min-[1180px]:border-l min-[1180px]:border-rule min-[1180px]:pl-6 min-[1180px]:pt-3",
          )}
        >
          <SiblingsPanel found={found} params={params} />
        </div>
      ) : null}
      <p aria-live="polite" className="sr-only">
        {hasSiblings
          ? "A brother or sister may be at the school. See the list below the family details."
          : ""}
      </p>
    </div>
  );
}

const VALUE_RULES = { normalise: <Values,>(values: Values) => values, countedAs: () => "saved" };

const RECORDED = "Opening this tab is recorded";
const NOTES: Readonly<Record<SelfSavingTab, string | null>> = {
  personal: null,
  medical: RECORDED,
  family: RECORDED,
};

/** Submits the whole tab without JavaScript. The delay keeps the button from flashing while scripts load. */
function UpdateStudent() {
  if (useSaving().hydrated) return null;
  return (
    <span className="animate-appear [animation-delay:1500ms] max-md:grow unscripted:animate-none">
      <Button className="max-md:w-full" form={FIELDS_FORM_ID} kind="primary">
        Update Student
      </Button>
    </span>
  );
}

/** Returns the announcement for screen readers about a row that was refused or has a conflict. */
function wordsOf(result: RowResult): string {
  if (result.outcome === "refused") return `Not saved: ${joinReasons(result.refusals)}.`;
  return result.outcome === "conflict" ? `Changed by ${result.by}. Choose which value to keep.` : "";
}

const TOLD_SECONDS = 8;

type Leaving = { store: SavingStore; read: StudentTabView; name: string };

/**
 * Asks before the person leaves the tab with unsaved fields. The values stay in memory until the person returns to the
 * tab. If a save fails after the person has left, a message on the next page names the fields.
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
    // This runs only once, when the tab is left.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
}

/** Lists the unsaved fields that wait for the network or a decision, such as `Phone (Mobile), Email`. */
function unsavedTitles({ rows }: SavingStore, { rows: shown, rules }: StudentTabView): string[] {
  return shown.flatMap(({ row }) => {
    const snapshot = rows.row(row);
    const fields = familyOrTabFields(rules, row);
    const section = familySectionTitle(rules, row);
    const unsaved = [...fields.keys()].filter((field) => {
      const phase = snapshot && findFieldPhase(snapshot, field);
      return phase === "waiting" || phase === "refused" || phase === "changed";
    });
    return unsaved.map((field) => [section, findFieldTitle(fields, field)].filter(Boolean).join(" "));
  });
}
