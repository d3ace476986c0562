import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useState, type FormEvent } from "react";

import type { RowResult } from "#saving/protocol/protocol.ts";
import type { FieldNote } from "#saving/screen/field-notes.rules.ts";
import { SavingProvider, useSavingScreen } from "#saving/screen/saving-screen.tsx";
import { useRow } from "#saving/screen/use-row.ts";
import { fieldName, fieldNamed } from "#saving/screen/field-dom.ts";
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
import { useSavedFirst } from "./bar/use-saved-first.ts";

/** The report as it can be written in, by whoever may; to everybody else the same page in print. */
export function ReportForm({ report }: { report: Report }) {
  const { screen, words, context } = useOpenReport(report);
  const { store } = screen;
  const { controller, navigation } = context;
  usePagingKeys(report.links, navigation.go);
  usePrefetch(report, store);
  useArrival();
  useControllerOnPage(controller);
  return (
    <SavingProvider screen={screen} words={words}>
      <ReportProvider value={context}>
        <ReportHead />
        <ReportNotices />
        {/* Events of its fields, which are many; and of its links, which are what they say. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          action={report.url}
          autoComplete="off"
          data-early=""
          id={FORM_ID}
          method="post"
          noValidate
          onBlur={controller.onBlur}
          onClick={useSavedFirst(store, () => controller.commit())}
          onFocus={controller.onFocus}
          onInput={controller.onInput}
          onKeyDown={controller.onKeyDown}
          onPaste={controller.onPaste}
          onSubmit={stay}
        >
          <AuthorField />
          {screen.hydrated ? null : <SaveByEnter />}
          <ReportPanels />
          <ReportBar />
        </form>
      </ReportProvider>
    </SavingProvider>
  );
}

/** The record's store and controller, for as long as this student's report is shown. */
function useOpenReport(report: Report) {
  const { screen, words } = useReportScreen(report);
  const { store, say } = screen;
  const { row } = report.row;
  const [note, show] = useState<FieldNote | null>(null);
  const fields = useMemo(() => termRecordFields(report.rules), [report.rules]);
  const parts = useMemo(() => partsOf(fields), [fields]);
  const [controller] = useState(
    () =>
      new RecordController({
        store,
        row,
        fields,
        atomicGroups: ATOMIC_GROUPS,
        root: () => document.getElementById(FORM_ID),
        focusNext: focusInPanel,
        show,
        say,
      }),
  );
  const navigation = useReportNavigation(useCallback(() => controller.commit(), [controller]));
  const snapshot = useRow(store, row);
  const current = useChangedSince(report, store);

  useEffect(() => controller.setFields(fields), [controller, fields]);
  useEffect(() => controller.write("untouched"), [controller, snapshot]);
  useWhoseReport(report, say);

  const context = useMemo(
    () => ({ report: current, row, fields, parts, controller, navigation, note }),
    [current, row, fields, parts, controller, navigation, note],
  );
  return { screen, words, context };
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

/** What a screen reader is told of a record that was not simply saved. */
function wordsOf(result: RowResult): string {
  if (result.outcome === "refused") return refusedWords(result.reason);
  return result.outcome === "conflict" ? `Changed by ${result.by}: choose whose to keep.` : "";
}

/** Enter in a field presses the form's first button: it saves, and does not go on. */
function SaveByEnter() {
  return <button aria-hidden="true" className="sr-only" name="intent" tabIndex={-1} value="save" />;
}

/** With script each field is saved by itself: nothing is left for the form to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}

/** To the field after or before this one in the same panel. @returns whether there was one */
function focusInPanel(from: HTMLElement, step: 1 | -1): boolean {
  const panel = from.closest("[data-panel]");
  const fields = [...(panel?.querySelectorAll<HTMLElement>("[data-field]:enabled") ?? [])].map(fieldName);
  const inOrder = [...new Set(fields)];
  const name = inOrder[inOrder.indexOf(fieldName(from)) + step];
  const next = panel && name !== undefined ? fieldNamed(panel, name) : null;
  next?.focus();
  return next !== null;
}
