import { useLocation } from "@remix-run/react";
import { useEffect, useMemo, type FormEvent, useRef, useState } from "react";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { type RowResult, type StoredRow, type LoadedRow, isSameValue } from "#saving/protocol/protocol.ts";
import { RowProvider, useFieldController } from "#saving/screen/field/row-context.ts";
import { SavingProvider, useSavingScreen, useSaving, useRowValue } from "#saving/screen/saving-screen.tsx";
import { focusInPanel } from "#saving/screen/field/focus-in-panel.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { REPORT_FORM_ID, ReportProvider, useReportContext } from "./record/report-context.ts";
import { useControllerRegistration, ReportFieldController } from "./record/record-controller.ts";
import { groupFieldsForHistory, RECORD_VALUE_RULES } from "../save/record.rules.ts";
import { TERM_RECORD_ATOMIC_GROUPS, termRecordFields } from "#fields/term-record.ts";
import { ReportBar, ReportSaveStatus } from "./bar/report-bar.tsx";
import { CorrectionsPanel } from "../corrections/corrections-panel.tsx";
import { ReportNotices } from "./report-notices.tsx";
import { ReportPanels } from "./report-panels.tsx";
import type { Report, ReportLinks } from "./report.ts";
import { describeRefusedFields } from "./bar/save-state.rules.ts";
import {
  useReportNavigation,
  showNotDoneMessage,
  useSaveBeforeDialog,
  type PagingFocus,
} from "./bar/use-report-navigation.ts";
import { registerPrefetchedPages } from "#saving/offline/prefetched-pages.ts";
import {
  prefetchReport,
  discardPrefetchedReports,
  discardPrefetchWhenSaved,
  isReportPrefetched,
  fetchReport,
  wasReportPrefetched,
} from "./bar/prefetch.ts";
import { getLatestStoredRow } from "#saving/client/row-state.ts";
import { joinClassNames } from "#ui/classes.ts";
import { useScrolledOff } from "#ui/page/use-scrolled-off.ts";
import { fieldNameOfEvent, findFieldControl, isRadio, type FormControl } from "#saving/screen/field-dom.ts";

/** The page of a student's term report. It works as a plain form. With JavaScript, each field saves by itself. */
export function ReportPage({ report }: { report: Report }) {
  const newest = useNewest(report);
  // A key for each student makes React replace the form, so that typed text never appears on another student's report.
  return <ReportForm key={`${newest.accountId} ${newest.saveUrl}`} report={newest} />;
}

/** Returns a prefetched report at once, and a newer version when it arrives. */
function useNewest(report: Report): Report {
  const [newer, setNewer] = useState<{ of: Report; report: Report } | null>(null);

  useEffect(() => {
    if (!wasReportPrefetched(report)) return;
    let isLeft = false;
    void fetchReport(report.url).then((fetched) => {
      const isOurs = fetched?.accountId === report.accountId;
      if (fetched && isOurs && !isLeft) setNewer({ of: report, report: fetched });
    });
    return () => {
      isLeft = true;
    };
  }, [report]);

  return newer?.of === report ? newer.report : report;
}

type Left = { store: SavingStore; controller: ReportFieldController };

/** The report. People who may write it get fields, and everybody else gets text. */
function ReportForm({ report }: { report: Report }) {
  const { screen, words, context, rowContext } = useOpenReport(report);
  const { store } = screen;
  const { controller, navigation } = context;
  usePagingKeys(report.links, navigation.go);
  usePrefetch(report, store);
  useArrival();
  useControllerRegistration(controller);
  useToldOnceLeft(report, { store, controller });
  return (
    <SavingProvider screen={screen} words={words}>
      <RowProvider value={rowContext}>
        <ReportProvider value={context}>
          <ReportHead />
          <ReportNotices />
          {/* The form listens only to events of the fields and links inside it, which are interactive themselves. */}
          <form
            action={report.url}
            autoComplete="off"
            data-early=""
            id={REPORT_FORM_ID}
            method="post"
            noValidate
            onClickCapture={useSaveBeforeDialog(store, controller)}
            onSubmit={stay}
            {...controller.events}
          >
            <AuthorField savesItself />
            <ReportPanels />
            <CorrectionsPanel />
            <ReportBar />
          </form>
        </ReportProvider>
      </RowProvider>
    </SavingProvider>
  );
}

/** Connects the record's store and controller for as long as this student's report is shown. */
function useOpenReport(report: Report) {
  const { screen, words } = useReportScreen(report);
  const { store, say } = screen;
  const { row } = report.row;
  const fields = useMemo(() => termRecordFields(report.rules), [report.rules]);
  const { controller, note } = useFieldController(
    { screen, row, fields },
    (parts) =>
      new ReportFieldController({
        ...parts,
        atomicGroups: TERM_RECORD_ATOMIC_GROUPS,
        root: () => document.getElementById(REPORT_FORM_ID),
        focusNext: focusInPanel,
      }),
  );
  const navigation = useReportNavigation(report.accountId, controller);
  const current = useChangedSince(report, store);
  useWhoseReport(report, say);

  const context = useMemo(
    () => ({ report: current, row, controller, navigation }),
    [current, row, controller, navigation],
  );
  const rowContext = useMemo(
    () => ({
      row,
      fields,
      parts: groupFieldsForHistory(fields),
      controller,
      note,
      historyUrl: historyUrlOf(report.url),
    }),
    [row, fields, controller, note, report.url],
  );
  return { screen, words, context, rowContext };
}

function historyUrlOf(url: string) {
  return (field: string) => `${url}/history/${field}`;
}

function useReportScreen({ saveUrl, accountId: account, receipt, row, timeZone }: Report) {
  const rows = useMemo(() => [row], [row]);
  const target = { saveUrl, account, rows, receipt, rules: RECORD_VALUE_RULES };
  return useSavingScreen({ target, timeZone, wordsOf });
}

/** Announces the student's name after paging, because the focus stays in the same field. */
function useWhoseReport({ student, position }: Report, say: (words: string) => void) {
  const { state } = useLocation();

  useEffect(() => {
    if (isArrival(state)) say(`${student.name}, ${position.place} of ${position.total}`);
    // Runs once, when the report is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** Shows a message if a value is refused after the user has left the report. */
function useToldOnceLeft({ student }: Report, { store, controller }: Left) {
  useEffect(
    () => () => {
      if (!store.isSaving()) return;
      const stop = store.onResults(() => {
        stop();
        const titles = controller.atIssue();
        if (titles) showNotDoneMessage(`Not saved on the report of ${student.name}: ${titles}`);
      });
    },
    // Runs once, when the report is left.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
}

/** Returns the announcement about a record that was refused or has a conflict. */
function wordsOf(result: RowResult): string {
  if (result.outcome === "refused") return describeRefusedFields(result.refusals);
  return result.outcome === "conflict" ? `Changed by ${result.by}. Choose which value to keep.` : "";
}

/** Prevents the submission. With JavaScript each field saves by itself, so there is nothing left to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}

/** The delay before the next report is fetched, so that this page can load first. */
const QUIET_MS = 700;

/** Fetches the next report in advance, so that NEXT is instant even on a slow network. */
function usePrefetch({ url, links: { next } }: Report, store: SavingStore): void {
  useEffect(() => {
    discardPrefetchWhenSaved(store, url);
    registerPrefetchedPages(isReportPrefetched);
    return discardPrefetchedReports;
  }, [store, url]);

  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => void prefetchReport(next), QUIET_MS);
    return () => clearTimeout(timer);
  }, [next]);
}

/** Opens the next report with Alt and Page Down, and the previous one with Alt and Page Up, unless a dialog is open. */
function usePagingKeys(links: ReportLinks, go: (url: string) => Promise<void>): void {
  const now = useRef({ links, go });

  useEffect(() => {
    now.current = { links, go };
  });

  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);

    function onKeyDown(event: KeyboardEvent) {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      const url = urlOf(event.key, now.current.links);
      if (url === undefined || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (url) void now.current.go(url);
    }
  }, []);
}

/**
 * Returns the report that Page Up or Page Down opens. Returns null if there is no such report, and undefined for any
 * other key.
 */
function urlOf(key: string, { prev, next }: ReportLinks): string | null | undefined {
  if (key === "PageDown") return next;
  return key === "PageUp" ? prev : undefined;
}

/** Adds the values saved on this page, so that a signed report is marked as changed at once. */
function useChangedSince(report: Report, store: SavingStore): Report {
  const { row: loaded } = report;
  const rewritten = useRowValue(store, loaded.row, (snapshot) =>
    snapshot ? hasRecordChanged(loaded, getLatestStoredRow(snapshot.state)) : false,
  );
  return useMemo(() => (rewritten ? markSignatureChanged(report) : report), [rewritten, report]);
}

/** Returns whether a stored value differs from the loaded one. A value that was changed back does not differ. */
export function hasRecordChanged(loaded: LoadedRow, stored: StoredRow): boolean {
  if (stored.version <= loaded.version) return false;
  return Object.keys(stored.values).some((field) => !isSameValue(loaded.values[field], stored.values[field]));
}

export function markSignatureChanged(report: Report): Report {
  const { signature, posted } = report;
  return {
    ...report,
    signature: signature && { ...signature, changed: true },
    posted: posted && { ...posted, changedSince: true },
  };
}

/**
 * The save status, beside the back link. When it has scrolled out of view, a bar at the top shows the status and the
 * student, because an on-screen keyboard does not cover the top.
 */
function ReportHead() {
  const { report } = useReportContext();
  const { hydrated } = useSaving();
  const { mark, isOff } = useScrolledOff();
  return (
    <>
      <div className="back-row-aside" ref={mark}>
        {hydrated ? <ReportSaveStatus /> : null}
      </div>
      <div
        className={joinClassNames(
          "fixed inset-x-0 top-0 z-20 flex min-h-10 items-center justify-between gap-x-4 border-b border-t-[3px] border-red bg-cream-2 px-4 md:px-6 print:hidden",
          !isOff && "invisible",
        )}
      >
        <span aria-hidden="true" className="min-w-[25%] truncate">
          <strong className="font-serif">{report.student.name}</strong>
          <span className="max-sm:hidden">, {report.classLabel}</span>
        </span>
        {hydrated ? <ReportSaveStatus size={13} /> : null}
      </div>
    </>
  );
}

type Arrival = { focus: string | null; start: PagingFocus };

/** Fields that may stay empty. Many teachers never fill them in, so paging to the first empty field skips them. */
const OPTIONAL = new Set(["participation", "project", "conduct", "promotion_progress"]);

/**
 * Sets the focus after paging. After paging by keyboard, the focus goes to the same field, to NEXT, or to the first
 * empty field, as the user has chosen. Otherwise it goes to the heading with the student's name.
 */
function useArrival(): void {
  const { state } = useLocation();

  useEffect(() => {
    const root = document.getElementById(REPORT_FORM_ID);
    if (!root || !isArrival(state)) return;
    const { focus, start } = state;
    const paging = focus ? root.querySelector<HTMLElement>(`[data-paging="${CSS.escape(focus)}"]`) : null;
    const field =
      (start === "empty" ? firstEmpty(root) : null) ?? (focus ? findFieldControl(root, focus) : null);
    const target = field ?? (paging && isInSight(paging) ? paging : root.querySelector<HTMLElement>("h1"));
    target?.focus({ preventScroll: target !== field });
    // Runs once, when the report is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** Returns whether the report was opened by PREV or NEXT. */
function isArrival(state: unknown): state is Arrival {
  return typeof state === "object" && state !== null && "focus" in state;
}

function firstEmpty(root: HTMLElement): FormControl | null {
  const fields = [...root.querySelectorAll<HTMLElement>("[data-field]:enabled")].map(fieldNameOfEvent);
  const controls = [...new Set(fields)]
    .filter((field) => !OPTIONAL.has(field))
    .map((field) => findFieldControl(root, field));
  return controls.find((control) => control !== null && isEmpty(control)) ?? null;
}

function isEmpty(control: FormControl): boolean {
  return isRadio(control) ? !control.checked : control.value === "";
}

function isInSight(element: HTMLElement): boolean {
  return element.offsetParent !== null || element.getClientRects().length > 0;
}
