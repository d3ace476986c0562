import type { ReactNode } from "react";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { InformationDialog } from "#ui/overlay/dialog.tsx";
import type { HistoryEntry, RowHistory } from "../protocol/protocol.ts";

type HistoryDialogProps = {
  history: RowHistory;
  /** The text if nothing has been entered yet. */
  nothing: string;
  children?: ReactNode;
};

/** A dialog with the history of a row or field: who changed it, when and how, with buttons to restore values. */
export function HistoryDialog({ history, nothing, children }: HistoryDialogProps) {
  const { about, title, closeTo, entries, version } = history;
  const [form] = useActionForm("put-back");
  return (
    <InformationDialog closeTo={closeTo} title={`History of ${title || about}`} width="record">
      {title ? <p className="-mt-3 text-muted">{about}</p> : null}
      {entries.length === 0 ? <p className="text-muted">{nothing}</p> : null}
      <ActionForm form={form} preventScrollReset rejectedTitle="The earlier value was not put back" replace>
        {/* The newest version that the page knows. After a conflict, the page shows the newest entry, so that the
            person can decide. */}
        <input name="base" type="hidden" value={version} />
        <ol className="divide-y divide-line">
          {entries.map((entry) => (
            <li className="flex flex-wrap items-center justify-between gap-3 py-3" key={entry.version}>
              <Entry entry={entry} isOneField={title !== ""} />
              {history.canPutBack ? <PutBack entry={entry} title={title} /> : null}
            </li>
          ))}
        </ol>
      </ActionForm>
      {children}
    </InformationDialog>
  );
}

type EntryProps = { entry: HistoryEntry; isOneField: boolean };

function Entry({ entry: { by, at, changes, reason }, isOneField }: EntryProps) {
  return (
    <div className={isOneField ? "min-w-0 grow basis-80" : undefined}>
      <p className="text-13 text-muted">
        {by}, {at}
      </p>
      {changes.map(({ title, from, to }, index) => (
        <p className="break-words" key={index}>
          {isOneField ? null : `${title}: `}
          <del className="text-muted">{from}</del> to <ins className="font-semibold no-underline">{to}</ins>
        </p>
      ))}
      {reason ? <p className="break-words text-13">Corrected after the term: “{reason}”</p> : null}
    </div>
  );
}

/** The maximum number of characters of a field's value that fit on the button. */
const SHORT = 16;

type PutBackProps = { entry: HistoryEntry } & Pick<RowHistory, "title">;

function PutBack({ entry: { version, changes }, title }: PutBackProps) {
  const before = changes.map(({ from }) => (from === "–" ? "blank" : from)).join(", ");
  return (
    <Button name="before" value={version}>
      {title && before.length > SHORT ? "Put back this value" : `Put back ${before}`}
    </Button>
  );
}
