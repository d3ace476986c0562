import { useSubmit } from "@remix-run/react";
import type { MouseEvent } from "react";

import { connection } from "#saving/client/connection.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";

import { useReportContext } from "../report/record/report-context.ts";
import { arrived, tellNotDone } from "../report/bar/use-saved-first.ts";

const NOT_NOW = "No connection: send it to the principal when it is back.";
const NOT_SAVED = "Not sent: something on this report is not saved yet.";

/** Resubmits a report that was sent back, once all that was typed on it is saved. */
export function useResubmit() {
  const { report, controller } = useReportContext();
  const { store } = useSaving();
  const submit = useSubmit();

  async function send() {
    controller.commit();
    await arrived(store);
    // Without network an act that is not kept would take the page away with it.
    if (connection().state !== "open" || !navigator.onLine) return tellNotDone(NOT_NOW);
    if (store.rows.summary().unsaved > 0) return tellNotDone(NOT_SAVED);
    submit(
      { intent: "resubmit" },
      { action: report.url, method: "post", preventScrollReset: true, replace: true },
    );
  }

  return function resubmit(event: MouseEvent) {
    event.preventDefault();
    void send();
  };
}
