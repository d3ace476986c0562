import { useSubmit } from "@remix-run/react";
import { useState, type MouseEvent } from "react";

import { connection } from "#saving/client/connection.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import type { Message } from "#ui/overlay/snackbar.tsx";

import { useReportContext } from "../report/record/report-context.ts";
import { arrived } from "../report/bar/use-saved-first.ts";

const NOT_NOW = "No connection: send it to the principal when it is back.";
const NOT_SAVED = "Not sent: something on this report is not saved yet.";
const TOLD_SECONDS = 8;

/** Resubmits a report that was sent back, once all that was typed on it is saved. */
export function useResubmit() {
  const { report, controller } = useReportContext();
  const { store } = useSaving();
  const submit = useSubmit();
  const [stopped, setStopped] = useState<Message | null>(null);

  async function send() {
    controller.commit();
    await arrived(store);
    // Without network an act that is not kept would take the page away with it.
    if (connection().state !== "open" || !navigator.onLine) return stop(NOT_NOW);
    if (store.rows.summary().unsaved > 0) return stop(NOT_SAVED);
    submit(
      { intent: "resubmit" },
      { action: report.url, method: "post", preventScrollReset: true, replace: true },
    );
  }

  function stop(text: string) {
    setStopped({ text, tone: "refused", seconds: TOLD_SECONDS });
  }

  function resubmit(event: MouseEvent) {
    event.preventDefault();
    void send();
  }

  return { resubmit, stopped };
}
