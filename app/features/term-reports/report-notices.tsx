import { Form } from "@remix-run/react";
import { useState } from "react";
import type { FormEvent } from "react";

import { connection } from "#saving/connection.ts";
import { Button } from "#ui/button.tsx";
import { NoticeBox } from "#ui/notice-box.tsx";
import { Snackbar } from "#ui/snackbar.tsx";
import type { Message } from "#ui/snackbar.tsx";

import { useDesk, useTrouble } from "./record-desk.ts";
import type { Returned } from "./report.ts";
import { SaveSummary } from "./save-summary.tsx";

/** What there is to know before reading on: only read, sent back, what became of a form that was sent. */
export function ReportNotices() {
  const { report, hydrated } = useDesk();
  const { readOnlyReason, returned } = report;
  return (
    <div className="mb-4 grid gap-2 empty:hidden">
      {report.posts ? <SaveSummary /> : null}
      {hydrated ? <RefusedWhole /> : null}
      {readOnlyReason ? (
        <NoticeBox icon="info" tone="plain">
          {readOnlyReason}
        </NoticeBox>
      ) : null}
      {returned ? <SentBack returned={returned} /> : null}
    </div>
  );
}

/** A refusal that is about no single field. */
function RefusedWhole() {
  const { store, row, hands } = useDesk();
  const trouble = useTrouble();
  if (trouble?.kind !== "refused" || trouble.field !== null) return null;

  function putBack() {
    store.putBack(row);
    hands.rewrite();
  }

  return (
    <NoticeBox
      action={
        <Button kind="quiet" onClick={putBack} type="button">
          Put back
        </Button>
      }
      icon="refused"
      title="Refused:"
      tone="refused"
    >
      {trouble.reason}. What you typed is kept on this page.
    </NoticeBox>
  );
}

const NOT_NOW = "No connection: say that it is mended when it is back.";
const TOLD_SECONDS = 8;

function SentBack({ returned: { by, at, reason } }: { returned: Returned }) {
  const { report, hands } = useDesk();
  const [stopped, setStopped] = useState<Message | null>(null);

  function mend(event: FormEvent) {
    hands.leave();
    // Without network an act that is not kept would take the page away with it.
    if (connection().link === "open" && navigator.onLine) return;
    event.preventDefault();
    setStopped({ text: NOT_NOW, tone: "refused", seconds: TOLD_SECONDS });
  }

  return (
    <NoticeBox
      action={
        report.can.mend ? (
          <Form action={report.url} method="post" onSubmit={mend} preventScrollReset replace>
            <Button className="!min-h-9" name="intent" value="mend">
              It is mended
            </Button>
          </Form>
        ) : null
      }
      icon="changed"
      title={`Sent back by ${by} on ${at}:`}
      tone="refused"
    >
      <span className="whitespace-pre-wrap break-words">{reason}</span>
      <Snackbar message={stopped} />
    </NoticeBox>
  );
}
