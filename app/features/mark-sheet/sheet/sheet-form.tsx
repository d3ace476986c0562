import type { FormEvent } from "react";

import { useAnnouncer } from "#saving/screen/use-announcer.ts";
import { useSavingStore } from "#saving/screen/use-saving-store.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { useLinkClick } from "#ui/page/use-link-click.ts";
import { classes } from "#ui/classes.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { useScrolledOff } from "#ui/page/use-scrolled-off.ts";

import { columnsOf } from "./columns.rules.ts";
import { takeEarlyInput } from "../row/early-input.ts";
import type { Sheet } from "./sheet.ts";
import { SheetFoot } from "./sheet-foot.tsx";
import { BODY, STICKY_NAMES, TABLE } from "./sheet-look.ts";
import { SheetRowView } from "../row/sheet-row.tsx";
import { FillButton, FindButton } from "../bulk/task-buttons.tsx";
import { BulkNotice } from "./bulk-notice.tsx";
import { SheetStrip } from "./sheet-strip.tsx";
import { SheetTableHead } from "./sheet-table-head.tsx";
import { sheetTitle } from "./sheet-title.rules.ts";
import { valueRules } from "../row/sheet-values.rules.ts";
import { answerWords } from "../row/state-words.rules.ts";
import { StateHead } from "./state-head.tsx";
import { useBulkActions } from "../bulk/use-bulk-actions.ts";

/** The sheet that can be written on. */
export function SheetForm({ sheet }: { sheet: Sheet }) {
  const { saveUrl, accountId: account, rows, receipt, rules } = sheet;
  const store = useSavingStore(
    { saveUrl, account, rows, receipt, rules: valueRules(rules) },
    (opened, name, text) => takeEarlyInput(opened, sheet, { name, text }),
  );
  const { words, say } = useAnnouncer(store, (result) => answerWords(result, sheet));
  const hydrated = useHydrated();
  const openLink = useLinkClick();
  const { mark, isOff } = useScrolledOff();
  const hands = useBulkActions();
  const columns = columnsOf(sheet);
  const { TaskDialog, reach } = hands;
  const fill = hydrated ? <FillButton {...reach} /> : null;
  return (
    <>
      <form action={sheet.url} autoComplete="off" data-early="" method="post" noValidate onSubmit={stay}>
        <AuthorField />
        <div ref={mark} />
        <SheetStrip sheet={sheet} tools={fill} />
        <table className={TABLE} role="table">
          <caption className="sr-only">{`${sheetTitle(sheet)}, ${sheet.testTitle}`}</caption>
          <SheetTableHead
            columns={columns}
            find={hydrated ? <FindButton {...reach} /> : null}
            last={<StateHead hydrated={hydrated} isScrolled={isOff} sheet={sheet} store={store} />}
            scrolledTitle={isOff ? sheetTitle(sheet) : null}
          />
          <tbody className={classes(BODY, columns.extras.length > 0 && STICKY_NAMES)} role="rowgroup">
            {rows.map((row) => (
              <SheetRowView
                columns={columns}
                hydrated={hydrated}
                key={row.row}
                loaded={row}
                openLink={openLink}
                reach={reach}
                say={say}
                sheet={sheet}
                store={store}
              />
            ))}
          </tbody>
        </table>
        {fill ? <p className="grid pb-16 pt-4 lg:hidden">{fill}</p> : null}
        <SheetFoot hydrated={hydrated} store={store}>
          <BulkNotice hands={hands} store={store} />
        </SheetFoot>
        <p aria-live="polite" className="sr-only" role="status">
          {words}
        </p>
      </form>
      {TaskDialog ? <TaskDialog columns={columns} hands={hands} sheet={sheet} store={store} /> : null}
    </>
  );
}

/** With script each row is saved by itself: nothing is left for the form to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}
