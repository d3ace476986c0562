import { useLocation } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { FormEvent } from "react";

import type { RowResult } from "#saving/protocol/protocol.ts";
import { useAnnouncer } from "#saving/screen/use-announcer.ts";
import { useRow } from "#saving/screen/use-row.ts";
import { useSavingStore } from "#saving/screen/use-saving-store.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

import { useChangedSince } from "./changed-since.ts";
import { takeEarlyInput } from "./record/early-input.ts";
import { ReportProvider } from "./record/report-context.ts";
import type { ReportContext } from "./record/report-context.ts";
import { useControllerOnPage } from "./record/controller-on-page.ts";
import { RecordController } from "./record/record-controller.ts";
import type { Note } from "./record/record-controller.ts";
import { RECORD_VALUE_RULES } from "../save/record.rules.ts";
import { ReportBar } from "./bar/report-bar.tsx";
import { ReportHead } from "./report-head.tsx";
import { ReportNotices } from "./report-notices.tsx";
import { ReportPanels } from "./report-panels.tsx";
import type { Report } from "./report.ts";
import { FORM_ID } from "./save-summary.tsx";
import { refusedWords } from "./bar/save-state.rules.ts";
import { usePrefetch } from "./bar/use-prefetch.ts";
import { isArrival, useArrival } from "./bar/use-arrival.ts";
import { useReportNavigation } from "./bar/use-report-navigation.ts";
import { usePagingKeys } from "./bar/use-paging-keys.ts";
import { useSavedFirst } from "./bar/use-saved-first.ts";

/** The report as it can be written in, by whoever may; to everybody else the same page in print. */
export function ReportForm({ report }: { report: Report }) {
  const form = useRef<HTMLFormElement | null>(null);
  const { desk, words } = useOpenReport(report);
  const { hands, store } = desk;
  const going = useReportNavigation(hands.leave);
  usePagingKeys(report.links, going.go);
  usePrefetch(report, store);
  useArrival(() => form.current);
  useControllerOnPage(hands);

  function setForm(element: HTMLFormElement | null) {
    form.current = element;
    hands.setForm(element);
  }

  return (
    <ReportProvider value={desk}>
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
        onBlur={hands.onBlur}
        onClick={useSavedFirst(store, hands.leave)}
        onFocus={hands.onFocus}
        onInput={hands.onInput}
        onKeyDown={hands.onKeyDown}
        onPaste={hands.onPaste}
        onSubmit={stay}
        ref={setForm}
      >
        <AuthorField />
        {desk.hydrated ? null : <SaveByEnter />}
        <ReportPanels going={going} />
        <ReportBar going={going} />
      </form>
      <p aria-live="polite" className="sr-only" role="status">
        {words}
      </p>
    </ReportProvider>
  );
}

/** The record's store and hands, for as long as this student's report is shown. */
function useOpenReport(report: Report): { desk: ReportContext; words: string } {
  const { saveUrl, accountId: account, receipt, row: loaded } = report;
  const rows = useMemo(() => [loaded], [loaded]);
  const sheet = { saveUrl, account, rows, receipt, rules: RECORD_VALUE_RULES };
  const store = useSavingStore(sheet, (opened, name, text) => takeEarlyInput(opened, report, { name, text }));
  const [note, show] = useState<Note | null>(null);
  const { words, say } = useAnnouncer(store, answerWords);
  const [hands] = useState(() => new RecordController({ store, row: loaded.row, show, say }));
  const snapshot = useRow(store, loaded.row);
  const hydrated = useHydrated();
  const standing = useChangedSince(report, store);

  useEffect(() => hands.write("untouched"), [hands, snapshot]);
  useWhoseReport(report, say);

  const desk = useMemo(
    () => ({ report: standing, store, row: loaded.row, hands, hydrated, note }),
    [standing, store, loaded.row, hands, hydrated, note],
  );
  return { desk, words };
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
function answerWords(result: RowResult): string {
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
