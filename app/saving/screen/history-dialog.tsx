import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { ReadingDialog } from "#ui/overlay/reading-dialog.tsx";
import { useAnswer, type Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import type { HistoryEntry, RowHistory } from "../protocol/history.ts";

type HistoryDialogProps = {
  history: RowHistory;
  /** What came of putting something back that was not done. */
  sent: { refusal: string } | Failed | undefined;
  /** Said where nothing has been entered yet. */
  nothing: string;
  /** Under the entries. */
  children?: ReactNode;
};

/** Who changed a row, or one field of it, when, from what to what, and the way back to what it held before. */
export function HistoryDialog({ history, sent, nothing, children }: HistoryDialogProps) {
  const { answer, failed } = useAnswer(sent);
  const { about, title, closeTo, entries } = history;
  return (
    <ReadingDialog closeTo={closeTo} title={`History of ${title || about}`} width="record">
      {title ? <p className="-mt-3 text-muted">{about}</p> : null}
      <NotAnswered failed={failed} title="Not put back" />
      {answer ? (
        <NoticeBox icon="refused" tone="refused">
          {answer.refusal}
        </NoticeBox>
      ) : null}
      {entries.length === 0 ? <p className="text-muted">{nothing}</p> : null}
      <ol className="divide-y divide-line">
        {entries.map((entry) => (
          <li className="flex flex-wrap items-center justify-between gap-3 py-3" key={entry.version}>
            <Entry entry={entry} isOneField={title !== ""} />
            {history.canPutBack ? <PutBack entry={entry} history={history} /> : null}
          </li>
        ))}
      </ol>
      {children}
    </ReadingDialog>
  );
}

type EntryProps = { entry: HistoryEntry; isOneField: boolean };

function Entry({ entry: { by, at, changes }, isOneField }: EntryProps) {
  return (
    <div className={isOneField ? "min-w-0 grow basis-80" : undefined}>
      <p className="text-13 text-muted">
        {by}, {at}
      </p>
      {changes.map(({ title, from, to }, place) => (
        <p className="break-words" key={place}>
          {isOneField ? null : `${title}: `}
          <del className="text-muted">{from}</del> to <ins className="font-semibold no-underline">{to}</ins>
        </p>
      ))}
    </div>
  );
}

/** A longer value of one field is not said on the button. */
const SHORT = 16;

type PutBackProps = { entry: HistoryEntry; history: RowHistory };

function PutBack({ entry: { version, changes }, history: { version: base, title } }: PutBackProps) {
  const before = changes.map(({ from }) => (from === "–" ? "blank" : from)).join(", ");
  return (
    <Form method="post" preventScrollReset replace>
      <AuthorField />
      <input name="base" type="hidden" value={base} />
      <input name="before" type="hidden" value={version} />
      <Button>{title && before.length > SHORT ? "Put back" : `Put back ${before}`}</Button>
    </Form>
  );
}
