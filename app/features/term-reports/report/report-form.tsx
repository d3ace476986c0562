import { useLocation } from "@remix-run/react";
import { useEffect, useMemo, type FormEvent } from "react";

import type { SavingStore } from "#saving/client/saving-store.ts";
import type { RowResult } from "#saving/protocol/protocol.ts";
import { RowProvider } from "#saving/screen/field/row-context.ts";
import { useFieldController } from "#saving/screen/field/use-field-controller.ts";
import { SavingProvider, useSavingScreen } from "#saving/screen/saving-screen.tsx";
import { focusInPanel } from "#saving/screen/field/focus-in-panel.ts";
import { AuthorField } from "#ui/form/author-field.tsx";

import { useChangedSince } from "./changed-since.ts";
import { FORM_ID, ReportProvider } from "./record/report-context.ts";
import { useControllerOnPage } from "./record/controller-on-page.ts";
import { RecordController } from "./record/record-controller.ts";
import { partsOf } from "./record/record-parts.rules.ts";
import { ATOMIC_GROUPS, termRecordFields } from "#fields/term-record.ts";
import { RECORD_VALUE_RULES } from "../save/record.rules.ts";
import { ReportBar } from "./bar/report-bar.tsx";
import { ReportHead } from "./report-head.tsx";
import { ReportNotices } from "./report-notices.tsx";
import { ReportPanels } from "./report-panels.tsx";
import type { Report } from "./report.ts";
import { refusedWords } from "./bar/save-state.rules.ts";
import { usePrefetch } from "./bar/use-prefetch.ts";
import { isArrival, useArrival } from "./bar/use-arrival.ts";
import { useReportNavigation } from "./bar/use-report-navigation.ts";
import { usePagingKeys } from "./bar/use-paging-keys.ts";
import { tellNotDone, useSavedFirst } from "./bar/use-saved-first.ts";

type Left = { store: SavingStore; controller: RecordController };

/** The report as it can be written in, by whoever may; to everybody else the same page in print. */
export function ReportForm({ report }: { report: Report }) {
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
          {/* Events of its fields, which are many; and of its links, which are what they say. */}
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

/** The record's store and controller, for as long as this student's report is shown. */
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

/** Going from report to report the focus stays on its field: whose it is now has to be said. */
function useWhoseReport({ student, position }: Report, say: (words: string) => void) {
  const { state } = useLocation();

  useEffect(() => {
    if (isArrival(state)) say(`${student.name}, ${position.place} of ${position.total}`);
    // Once, when the report is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** What is refused only after one has gone on is named on the page that one has gone on to. */
function useToldOnceLeft({ student }: Report, { store, controller }: Left) {
  useEffect(
    () => () => {
      if (!store.isSaving()) return;
      const stop = store.onResults(() => {
        stop();
        const titles = controller.atIssue();
        if (titles) tellNotDone(`Not saved on the report of ${student.name}: ${titles}`);
      });
    },
    // Once, when the report is left.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
}

/** What a screen reader says of a record that was not simply saved. */
function wordsOf(result: RowResult): string {
  if (result.outcome === "refused") return refusedWords(result.refusals);
  return result.outcome === "conflict" ? `Changed by ${result.by}: choose whose to keep.` : "";
}

/** With script each field is saved by itself: nothing is left for the form to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}
