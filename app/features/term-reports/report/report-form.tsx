import { useLocation } from "@remix-run/react";
import { useEffect, useMemo, type FormEvent, useRef, useState } from "react";
import type { SavingStore } from "#saving/client/saving-store.ts";
import type { RowResult, StoredRow, LoadedRow } from "#saving/protocol/protocol.ts";
import { RowProvider, useFieldController } from "#saving/screen/field/row-context.ts";
import { SavingProvider, useSavingScreen, useSaving } from "#saving/screen/saving-screen.tsx";
import { focusInPanel } from "#saving/screen/field/focus-in-panel.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { FORM_ID, ReportProvider, useReportContext } from "./record/report-context.ts";
import { useControllerOnPage, RecordController } from "./record/record-controller.ts";
import { partsOf, RECORD_VALUE_RULES } from "../save/record.rules.ts";
import { ATOMIC_GROUPS, termRecordFields } from "#fields/term-record.ts";
import { ReportBar, SaveState } from "./bar/report-bar.tsx";
import { ReportNotices } from "./report-notices.tsx";
import { ReportPanels } from "./report-panels.tsx";
import type { Report, ReportLinks } from "./report.ts";
import { describeRefused } from "./bar/save-state.rules.ts";
import {
  useReportNavigation,
  showNotDone,
  useSavedFirst,
  type PagingStart,
} from "./bar/use-report-navigation.ts";
import { registerPrefetchedPages } from "#saving/offline/prefetched-pages.ts";
import {
  prefetch,
  discardPrefetched,
  discardPrefetchWhenSaved,
  isPrefetched,
  fetchReport,
  wasPrefetched,
} from "./bar/prefetch.ts";
import { isSameValue } from "#saving/protocol/merge.ts";
import { storedNow } from "#saving/client/row-state.ts";
import { useRowValue } from "#saving/screen/use-row.ts";
import { classes } from "#ui/classes.ts";
import { useScrolledOff } from "#ui/page/use-scrolled-off.ts";
import { fieldName, fieldNamed, isRadio, type Control } from "#saving/screen/field-dom.ts";

/** One student's term report: a form that works as served, and saves field by field once its script has loaded. */
export function ReportPage({ report }: { report: Report }) {
  const newest = useNewest(report);
  // Another student gets a new form, so that nothing typed crosses over.
  return <ReportForm key={`${newest.accountId} ${newest.saveUrl}`} report={newest} />;
}

/** Shows a prefetched report at once, and updates the report when a newer one arrives. */
function useNewest(report: Report): Report {
  const [newer, setNewer] = useState<{ of: Report; report: Report } | null>(null);

  useEffect(() => {
    if (!wasPrefetched(report)) return;
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

type Left = { store: SavingStore; controller: RecordController };

/** Shows the report with fields for the people who may write in it, and as plain text for everybody else. */
function ReportForm({ report }: { report: Report }) {
  const { screen, words, context, rowContext } = useOpenReport(report);
  const { store } = screen;
  const { controller, navigation } = context;
  usePagingKeys(report.links, navigation.go);
  usePrefetch(report, store);
  useArrival();
  useControllerOnPage(controller);
  useToldOnceLeft(report, { store, controller });
  return (
    <SavingProvider screen={screen} words={words}>
      <RowProvider value={rowContext}>
        <ReportProvider value={context}>
          <ReportHead />
          <ReportNotices />
          {/* The form handles the events of its many fields and links, which are interactive themselves. */}
          <form
            action={report.url}
            autoComplete="off"
            data-early=""
            id={FORM_ID}
            method="post"
            noValidate
            onClickCapture={useSavedFirst(store, controller)}
            onSubmit={stay}
            {...controller.events}
          >
            <AuthorField savesItself />
            <ReportPanels />
            <ReportBar />
          </form>
        </ReportProvider>
      </RowProvider>
    </SavingProvider>
  );
}

/** Provides the record's store and controller while this student's report is shown. */
function useOpenReport(report: Report) {
  const { screen, words } = useReportScreen(report);
  const { store, say } = screen;
  const { row } = report.row;
  const fields = useMemo(() => termRecordFields(report.rules), [report.rules]);
  const { controller, note } = useFieldController(
    { screen, row, fields },
    (parts) =>
      new RecordController({
        ...parts,
        atomicGroups: ATOMIC_GROUPS,
        root: () => document.getElementById(FORM_ID),
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
    () => ({ row, fields, parts: partsOf(fields), controller, note, historyUrl: historyUrlOf(report.url) }),
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

/** After paging, the focus stays in its field, so the student's name has to be announced. */
function useWhoseReport({ student, position }: Report, say: (words: string) => void) {
  const { state } = useLocation();

  useEffect(() => {
    if (isArrival(state)) say(`${student.name}, ${position.place} of ${position.total}`);
    // Runs once, when the report is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** A refusal that arrives after the user has gone on is reported on the page that is then open. */
function useToldOnceLeft({ student }: Report, { store, controller }: Left) {
  useEffect(
    () => () => {
      if (!store.isSaving()) return;
      const stop = store.onResults(() => {
        stop();
        const titles = controller.atIssue();
        if (titles) showNotDone(`Not saved on the report of ${student.name}: ${titles}`);
      });
    },
    // Runs once, when the report is left.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
}

/** Returns the announcement for a record that was not simply saved. */
function wordsOf(result: RowResult): string {
  if (result.outcome === "refused") return describeRefused(result.refusals);
  return result.outcome === "conflict" ? `Changed by ${result.by}. Choose which value to keep.` : "";
}

/** With scripts each field saves itself, so the form has nothing to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}

/** The delay before prefetching, so that the page itself loads first. */
const QUIET_MS = 700;

/** Fetches the next report once this one is quiet, so that NEXT is instant on a slow network. */
function usePrefetch({ url, links: { next } }: Report, store: SavingStore): void {
  useEffect(() => {
    discardPrefetchWhenSaved(store, url);
    registerPrefetchedPages(isPrefetched);
    return discardPrefetched;
  }, [store, url]);

  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => void prefetch(next), QUIET_MS);
    return () => clearTimeout(timer);
  }, [next]);
}

/** Alt and Page Down mean NEXT, Alt and Page Up mean PREV, wherever the focus is, unless a dialog is open. */
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

/** Returns null at the end of the class, and undefined for any other key. */
function urlOf(key: string, { prev, next }: ReportLinks): string | null | undefined {
  if (key === "PageDown") return next;
  return key === "PageUp" ? prev : undefined;
}

/** Adds the changes saved here since the report was read, so that a change after the signature shows at once. */
function useChangedSince(report: Report, store: SavingStore): Report {
  const { row: loaded } = report;
  const rewritten = useRowValue(store, loaded.row, (snapshot) =>
    snapshot ? isRewritten(loaded, storedNow(snapshot.state)) : false,
  );
  return useMemo(() => (rewritten ? changedSince(report) : report), [rewritten, report]);
}

/** A record that is changed back to its loaded values is again the one that was signed. */
export function isRewritten(loaded: LoadedRow, stored: StoredRow): boolean {
  if (stored.version <= loaded.version) return false;
  return Object.keys(stored.values).some((field) => !isSameValue(loaded.values[field], stored.values[field]));
}

export function changedSince(report: Report): Report {
  const { signature, posted } = report;
  return {
    ...report,
    signature: signature && { ...signature, changed: true },
    posted: posted && { ...posted, changedSince: true },
  };
}

/**
 * Shows the result of the last save at the right of the back link. When that has scrolled off, a strip at the top shows
 * the result and the student, in a place that no keyboard covers.
 */
function ReportHead() {
  const { report } = useReportContext();
  const { hydrated } = useSaving();
  const { mark, isOff } = useScrolledOff();
  return (
    <>
      <div className="back-row-aside" ref={mark}>
        {hydrated ? <SaveState /> : null}
      </div>
      <div
        className={classes(
          "fixed inset-x-0 top-0 z-20 flex min-h-10 items-center justify-between gap-x-4 border-b border-t-[3px] border-red bg-cream-2 px-4 md:px-6 print:hidden",
          !isOff && "invisible",
        )}
      >
        <span aria-hidden="true" className="min-w-[25%] truncate">
          <strong className="font-serif">{report.student.name}</strong>
          <span className="max-sm:hidden">, {report.classLabel}</span>
        </span>
        {hydrated ? <SaveState size={13} /> : null}
      </div>
    </>
  );
}

type Arrival = { focus: string | null; start: PagingStart };

/**
 * The fields that may stay empty for good; a teacher who does not use them would otherwise land in them on every
 * report.
 */
const OPTIONAL = new Set(["participation", "project", "promotion_progress"]);

/**
 * After paging by keyboard, returns the focus to the same field or to NEXT, or moves it to the first empty field, as
 * the user chose; otherwise focuses the heading, which names the student.
 */
function useArrival(): void {
  const { state } = useLocation();

  useEffect(() => {
    const root = document.getElementById(FORM_ID);
    if (!root || !isArrival(state)) return;
    const { focus, start } = state;
    const paging = focus ? root.querySelector<HTMLElement>(`[data-paging="${CSS.escape(focus)}"]`) : null;
    const field = (start === "empty" ? firstEmpty(root) : null) ?? (focus ? fieldNamed(root, focus) : null);
    const target = field ?? (paging && isInSight(paging) ? paging : root.querySelector<HTMLElement>("h1"));
    target?.focus({ preventScroll: target !== field });
    // Runs once, when the report is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** Tells whether the user came by PREV or NEXT. */
function isArrival(state: unknown): state is Arrival {
  return typeof state === "object" && state !== null && "focus" in state;
}

/** Finds the first empty field in the order of the page. */
function firstEmpty(root: HTMLElement): Control | null {
  const fields = [...root.querySelectorAll<HTMLElement>("[data-field]:enabled")].map(fieldName);
  const controls = [...new Set(fields)]
    .filter((field) => !OPTIONAL.has(field))
    .map((field) => fieldNamed(root, field));
  return controls.find((control) => control !== null && isEmpty(control)) ?? null;
}

function isEmpty(control: Control): boolean {
  return isRadio(control) ? !control.checked : control.value === "";
}

function isInSight(element: HTMLElement): boolean {
  return element.offsetParent !== null || element.getClientRects().length > 0;
}
