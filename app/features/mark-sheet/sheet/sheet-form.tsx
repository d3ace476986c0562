import type { FormEvent } from "react";

import type { SavingStore } from "#saving/client/saving-store.ts";
import { rowWords } from "#saving/screen/announcer.ts";
import { SaveFoot } from "#saving/screen/save-foot.tsx";
import { SavingProvider, useSavingScreen } from "#saving/screen/saving-screen.tsx";
import { typeAgain, type Early } from "#saving/screen/use-saving-store.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { useScrolledOff } from "#ui/page/use-scrolled-off.ts";

import { FillButton, FindButton, MoreButton } from "../bulk/task-buttons.tsx";
import { useBulkActions } from "../bulk/use-bulk-actions.ts";
import { SheetRowView } from "../row/sheet-row.tsx";
import { receiptWords, typedAttendance, valueRules } from "../row/sheet-values.rules.ts";
import { BulkNotice } from "./bulk-notice.tsx";
import { EndOfSheet } from "./end-of-sheet.tsx";
import { NextSubject } from "./next-subject.tsx";
import { SHEET_FORM_ID, type Sheet } from "./sheet.ts";
import { SheetProvider, useSheetContext } from "./sheet-context.ts";
import { tableLook } from "./sheet-look.ts";
import { SheetStrip } from "./sheet-strip.tsx";
import { SheetTableHead } from "./sheet-table-head.tsx";
import { sheetTitle } from "./sheet-title.rules.ts";
import { StateHead } from "./state-head.tsx";
import { useFirstBlank } from "./use-first-blank.ts";

/** The sheet that can be written on. */
export function SheetForm({ sheet }: { sheet: Sheet }) {
  const { screen, words } = useSheetScreen(sheet);
  const { mark, isOff } = useScrolledOff();
  const bulk = useBulkActions();
  const { TaskDialog, commands } = bulk;
  const context = useSheetContext(sheet, commands);
  const { columns } = context;
  useFirstBlank({ sheet, columns, screen });
  return (
    <SavingProvider screen={screen} words={words}>
      <SheetProvider value={context}>
        <form
          action={sheet.url}
          autoComplete="off"
          data-early=""
          id={SHEET_FORM_ID}
          method="post"
          noValidate
          onSubmit={stay}
        >
          <AuthorField savesItself />
          <div ref={mark} />
          <SheetStrip sheet={sheet} tools={screen.hydrated ? <FillButton {...commands} /> : null} />
          <table {...tableLook(columns)} role="table">
            <caption className="sr-only">{`${sheetTitle(sheet)}, ${sheet.testTitle}`}</caption>
            <SheetTableHead
              columns={columns}
              find={screen.hydrated ? <FindButton {...commands} /> : null}
              last={<StateHead isScrolled={isOff} />}
              scrolledTitle={isOff ? sheetTitle(sheet) : null}
            />
            <tbody className="sheet-rows block" role="rowgroup">
              {sheet.rows.map((row) => (
                <SheetRowView key={row.row} loaded={row} />
              ))}
            </tbody>
          </table>
          {screen.hydrated ? (
            <p className="grid pb-12 pt-4 lg:hidden">
              <NextSubject sheet={sheet} />
            </p>
          ) : null}
          <SaveFoot receiptWords={receiptWords} tools={<MoreButton {...commands} />}>
            <BulkNotice bulk={bulk} />
            <EndOfSheet bulk={bulk} sheet={sheet} />
          </SaveFoot>
        </form>
        {TaskDialog ? <TaskDialog bulk={bulk} /> : null}
      </SheetProvider>
    </SavingProvider>
  );
}

function useSheetScreen({ saveUrl, accountId: account, rows, receipt, rules, timeZone }: Sheet) {
  return useSavingScreen({
    target: { saveUrl, account, rows, receipt, rules: valueRules(rules) },
    timeZone,
    wordsOf: (result) => rowWords(result, rows.find(({ row }) => row === result.row)?.name ?? ""),
    takeEarly,
  });

  /** The list of attendances that the page was served with has become a button. */
  function takeEarly(store: SavingStore, early: Early) {
    const { name, text, row } = early;
    if (!name.startsWith("attendance.")) return typeAgain(store, early);
    const loaded = rows.find((each) => each.row === row);
    if (!loaded) return;
    store.type(row, typedAttendance(Number(text), loaded.values, rules));
    if (document.activeElement?.getAttribute("name") !== name) store.commit(row);
  }
}

/** With script each row is saved by itself: nothing is left for the form to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}
