import {
  type FormEvent,
  useEffect,
  useState,
  useRef,
  type KeyboardEvent,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { Link } from "@remix-run/react";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { describeRowResult } from "#saving/screen/announcer.ts";
import { SaveFooter, UnsavedRowCount } from "#saving/screen/save-foot.tsx";
import {
  SavingProvider,
  useSavingScreen,
  type SavingScreen,
  useSaving,
  replayEarlyEntry,
  type EarlyEntry,
} from "#saving/screen/saving-screen.tsx";
import { AuthorField } from "#ui/form/author-field.tsx";
import { useScrolledOff } from "#ui/page/use-scrolled-off.ts";
import { useBulkActions } from "../bulk/use-bulk-actions.ts";
import { MarkSheetTableRow } from "../row/sheet-row.tsx";
import {
  formatMarkSheetReceipt,
  valuesForAttendance,
  markSheetSavingRules,
} from "../row/sheet-values.rules.ts";
import { EarlySaveScript, restoreEarlySave } from "./early-save.tsx";
import { NextSubjectLink, MarkSheetInfoBar } from "./sheet-head.tsx";
import { PHRASE_LIST_ID, MARK_SHEET_FORM_ID, type MarkSheetView, markSheetTitle } from "./sheet.ts";
import { MarkSheetProvider, useMarkSheetContextValue, useMarkSheet } from "./sheet-context.ts";
import { markSheetTableStyle } from "./sheet-look.ts";
import { MarkSheetTableHead } from "./sheet-table-head.tsx";
import { findFieldControl, rowElementId } from "#saving/screen/field-dom.ts";
import { hasTouchScreen } from "#ui/is-touched.ts";
import { NO_WORK_HANDED_IN, listAllowedAttendances } from "#domain/attendance.ts";
import type { MarkRules } from "#fields/mark.ts";
import { findFirstColumnToFill, type MarkSheetColumns } from "./columns.rules.ts";
import type { BulkActions, MarkSheetCommands } from "../bulk/tasks.ts";
import { KeyboardKey } from "#ui/page/key.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { Button } from "#ui/form/button.tsx";

export function MarkSheetForm({ sheet }: { sheet: MarkSheetView }) {
  const { screen, words } = useSheetScreen(sheet);
  const { mark, isOff } = useScrolledOff();
  const bulk = useBulkActions();
  const { TaskDialog, commands } = bulk;
  const context = useMarkSheetContextValue(sheet, commands);
  const { columns } = context;
  useFirstBlank({ sheet, columns, screen });
  return (
    <SavingProvider screen={screen} words={words}>
      <MarkSheetProvider value={context}>
        <form
          action={sheet.url}
          autoComplete="off"
          data-early=""
          id={MARK_SHEET_FORM_ID}
          method="post"
          noValidate
          onSubmit={stay}
        >
          <AuthorField savesItself />
          <EarlySaveScript account={sheet.accountId} saveUrl={sheet.saveUrl} />
          <div ref={mark} />
          <MarkSheetInfoBar sheet={sheet} tools={screen.hydrated ? <FillButton {...commands} /> : null} />
          {sheet.phrases ? <Phrases phrases={sheet.phrases} /> : null}
          <table {...markSheetTableStyle(columns)} role="table">
            <caption className="sr-only">{`${markSheetTitle(sheet)}, ${sheet.testTitle}`}</caption>
            <MarkSheetTableHead
              columns={columns}
              find={screen.hydrated ? <FindButton {...commands} /> : null}
              last={<StateHead isScrolled={isOff} />}
              scrolledTitle={isOff ? markSheetTitle(sheet) : null}
            />
            <tbody className="sheet-rows block" role="rowgroup">
              {sheet.rows.map((row) => (
                <MarkSheetTableRow key={row.row} loaded={row} />
              ))}
            </tbody>
          </table>
          {screen.hydrated ? (
            <p className="grid pb-12 pt-4 lg:hidden">
              <NextSubjectLink sheet={sheet} />
            </p>
          ) : null}
          <SaveFooter receiptWords={formatMarkSheetReceipt} tools={<SheetToolsButton {...commands} />}>
            <BulkNotice bulk={bulk} />
            <EndOfSheet bulk={bulk} sheet={sheet} />
          </SaveFooter>
        </form>
        {TaskDialog ? <TaskDialog bulk={bulk} /> : null}
      </MarkSheetProvider>
    </SavingProvider>
  );
}

/** The phrases that the browser suggests in a remark, also before there is a script. */
function Phrases({ phrases }: { phrases: readonly string[] }) {
  return (
    <datalist id={PHRASE_LIST_ID}>
      {phrases.map((phrase) => (
        <option key={phrase} value={phrase} />
      ))}
    </datalist>
  );
}

function useSheetScreen({ saveUrl, accountId: account, rows, receipt, rules, timeZone }: MarkSheetView) {
  return useSavingScreen({
    target: { saveUrl, account, rows, receipt, rules: markSheetSavingRules(rules) },
    timeZone,
    wordsOf: (result) => describeRowResult(result, rows.find(({ row }) => row === result.row)?.name ?? ""),
    takeEarly,
  });

  /** Applies values that were entered before JavaScript loaded, when the attendance was still a select. */
  function takeEarly(store: SavingStore, early: EarlyEntry) {
    const { name, text, row } = early;
    if (name.startsWith("mark.")) restoreEarlySave(store, row);
    if (!name.startsWith("attendance.")) return replayEarlyEntry(store, early);
    const loaded = rows.find((item) => item.row === row);
    if (!loaded) return;
    store.type(row, valuesForAttendance(Number(text), loaded.values, rules));
    if (document.activeElement?.getAttribute("name") !== name) store.commit(row);
  }
}

/** With JavaScript each row saves by itself, so the form is not submitted. */
function stay(event: FormEvent) {
  event.preventDefault();
}

type Opened = {
  sheet: MarkSheetView;
  columns: MarkSheetColumns;
  screen: Pick<SavingScreen, "store" | "hydrated">;
};

/** Moves the cursor to the first blank row when the sheet opens, so that a teacher with a keyboard can type at once. */
function useFirstBlank({ sheet, columns, screen: { store, hydrated } }: Opened): void {
  // True after a navigation within the app, when the focus may still be on the clicked link. On a freshly loaded page,
  // the cursor moves only if nothing has the focus.
  const [isStep] = useState(hydrated);

  useEffect(() => {
    const isFree = isStep ? !isInField() : document.activeElement === document.body;
    if (!hydrated || sheet.posted || !isFree || hasTouchScreen() || isElsewhere()) return;
    const blank = sheet.rows.find(({ row }) => store.rows.row(row)?.phase === "blank");
    const row = blank && document.getElementById(rowElementId(blank.row));
    const field = findFirstColumnToFill(columns)?.name;
    if (row && field) findFieldControl(row, field)?.focus();
    // Runs once, as soon as the sheet can be edited.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hydrated]);
}

function isInField(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}

function isElsewhere(): boolean {
  return document.querySelector("dialog[open]") !== null || window.location.hash !== "";
}

type EndOfSheetProps = { bulk: BulkActions; sheet: MarkSheetView };

/** Offers the next subject to a user who moves on from the last row. The up arrow or Escape returns to that row. */
function EndOfSheet({ bulk: { isAtEnd, place }, sheet }: EndOfSheetProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const { nextSubjectUrl, backUrl } = sheet;

  useEffect(() => {
    if (isAtEnd) link.current?.focus();
  }, [isAtEnd]);

  function onKeyDown(event: KeyboardEvent) {
    const at = place();
    const row = at && document.getElementById(rowElementId(at.row));
    if (!row || (event.key !== "ArrowUp" && event.key !== "Escape")) return;
    event.preventDefault();
    findFieldControl(row, at.field)?.focus();
  }

  return (
    <div role="status">
      {isAtEnd ? (
        <NoticeLine icon="info">
          <span>
            {nextSubjectUrl
              ? "You have reached the last row."
              : "You have reached the last row of your last subject."}
          </span>
          <Link onKeyDown={onKeyDown} ref={link} to={nextSubjectUrl ?? backUrl}>
            {nextSubjectUrl ? "Next Subject" : "Choose another sheet"}
          </Link>
        </NoticeLine>
      ) : null}
    </div>
  );
}

/** Shows the number of unsaved rows in the table header on a phone, where the keyboard cannot cover it. */
function StateHead({ isScrolled }: { isScrolled: boolean }) {
  const { hydrated } = useSaving();
  const { sheet } = useMarkSheet();
  return (
    <span className="flex items-center justify-between gap-4">
      <span className="max-lg:sr-only">Status</span>
      {hydrated ? <KeyHint rules={sheet.rules} /> : null}
      {isScrolled ? (
        <span className="truncate font-serif text-15 font-bold normal-nums max-lg:hidden">{`${markSheetTitle(sheet)}, ${sheet.testTitle}`}</span>
      ) : null}
      {hydrated ? (
        <span className="flex lg:hidden">
          <UnsavedRowCount />
        </span>
      ) : null}
    </span>
  );
}

/** Explains the letter keys of a mark field. Explanations that do not fit are hidden. */
function KeyHint({ rules: { kind, testId } }: { rules: MarkRules }) {
  return (
    <span className="mr-auto flex h-5 min-w-0 shrink-[9] flex-wrap gap-x-1 overflow-hidden whitespace-nowrap font-normal text-muted max-lg:hidden touch:hidden print:hidden">
      {kind === "grades" ? null : (
        <span>
          <KeyboardKey>a</KeyboardKey> absent
        </span>
      )}
      {kind !== "grades" && listAllowedAttendances(testId).includes(NO_WORK_HANDED_IN) ? (
        <span>
          <KeyboardKey>n</KeyboardKey> no work
        </span>
      ) : null}
      <span>
        <KeyboardKey>/</KeyboardKey> find
      </span>
    </span>
  );
}

/** Shows the last action and its undo button above the footer, always in view. */
function BulkNotice({ bulk }: { bulk: BulkActions }) {
  return (
    <div role="status">{bulk.task && !bulk.TaskDialog ? <Waiting {...bulk} /> : <LastAct {...bulk} />}</div>
  );
}

/** Shows that the tools are loading, or failed to load. Nothing has been written yet. */
function Waiting({ isMissing, fetchTools, end }: BulkActions) {
  if (!isMissing) return <NoticeLine icon="ring">Please wait while the sheet tools load.</NoticeLine>;
  return (
    <NoticeLine icon="waiting">
      <span>
        <strong>The sheet tools need a connection to load.</strong> Nothing on the sheet has changed.
      </span>
      <TextButton onClick={fetchTools}>Try again</TextButton>
      <TextButton onClick={() => end()}>Cancel</TextButton>
    </NoticeLine>
  );
}

/**
 * Shows the last action, or the part of it that can still be undone. Every response updates the text, because refused
 * rows were not written and later changes are not undone.
 */
function LastAct({ notice, end, hide }: BulkActions) {
  const { store } = useSaving();
  const undoWords = () => notice?.undo?.words() ?? null;
  const undoable = useSyncExternalStore(store.rows.subscribe, undoWords, undoWords);
  if (!notice || notice.isHidden) return null;
  const { words, undo } = notice;
  return (
    <NoticeLine icon="tick">
      {undo && undoable ? (
        <TextButton onClick={() => end(undo.act())}>Undo: {undoable}</TextButton>
      ) : (
        <span>{words}</span>
      )}
      <TextButton onClick={hide}>Hide</TextButton>
    </NoticeLine>
  );
}

function NoticeLine({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b px-4 py-2 text-13 md:px-6 md:text-15 print:hidden">
      <Icon name={icon} />
      <div className="flex grow flex-wrap items-center gap-x-4">{children}</div>
    </div>
  );
}

/** The search button beside the heading of the names, always in view. Pressing / in a row does the same. */
function FindButton({ begin }: Pick<MarkSheetCommands, "begin">) {
  return (
    <button
      className="-my-1 inline-flex min-h-7 items-center gap-1.5 font-semibold text-red max-lg:min-h-10 print:hidden"
      onClick={() => begin({ kind: "find", typed: "" })}
      type="button"
    >
      <Icon name="search" />
      <span>
        Find<span className="sr-only"> a student</span>
      </span>
    </button>
  );
}

/** A button in the footer on a phone. It opens the tools that wider screens show above the sheet. */
function SheetToolsButton({ begin }: Pick<MarkSheetCommands, "begin">) {
  return (
    <button
      className="-mr-2 inline-flex min-h-11 items-center gap-2 px-2 font-semibold text-red lg:hidden"
      onClick={() => begin({ kind: "choose" })}
      type="button"
    >
      More
      <Icon name="chevron-up" />
    </button>
  );
}

function FillButton({ begin }: Pick<MarkSheetCommands, "begin">) {
  return (
    <Button icon="arrow-down" onClick={() => begin({ kind: "choose" })} type="button">
      Fill or paste marks
    </Button>
  );
}
