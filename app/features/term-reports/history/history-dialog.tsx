import { Form, Link } from "@remix-run/react";

import { TERM_RECORD } from "#fields/term-record.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import type { HistoryEntry, RowHistory } from "#saving/protocol/history.ts";

type RecordHistory = RowHistory & { field: string };
type FieldHistoryDialogProps = { history: RecordHistory; refusal: string | null };

/** Who changed a field, when, from what to what, and the way back to what it held before. */
export function FieldHistoryDialog({ history, refusal }: FieldHistoryDialogProps) {
  const { closeTo, about, title, entries } = history;
  return (
    <Dialog
      actions={
        <ButtonLink data-first-focus="" preventScrollReset replace to={closeTo}>
          Close
        </ButtonLink>
      }
      closeTo={closeTo}
      title={`History of ${title}`}
      width="record"
    >
      <p className="-mt-3 text-muted">{about}</p>
      {refusal ? (
        <NoticeBox icon="refused" tone="refused">
          {refusal}
        </NoticeBox>
      ) : null}
      {entries.length === 0 ? <p className="text-muted">Nothing has been entered here yet.</p> : null}
      <ol className="divide-y divide-line">
        {entries.map((entry) => (
          <li className="flex flex-wrap items-center justify-between gap-3 py-3" key={entry.version}>
            <Entry entry={entry} />
            {history.canPutBack ? <PutBack entry={entry} history={history} /> : null}
          </li>
        ))}
      </ol>
      <OtherFields history={history} />
    </Dialog>
  );
}

type EntryOf = { entry: HistoryEntry };

function Entry({ entry: { by, at, changes } }: EntryOf) {
  return (
    <div className="min-w-0 grow basis-80">
      <p className="text-13 text-muted">
        {by}, {at}
      </p>
      {changes.map(({ title, from, to }) => (
        <p className="break-words" key={title}>
          <del className="text-muted">{from}</del> to <ins className="font-semibold no-underline">{to}</ins>
        </p>
      ))}
    </div>
  );
}

const SHORT = 16;

function PutBack({ entry: { version, changes }, history }: EntryOf & { history: RecordHistory }) {
  const before = changes.map(({ from }) => (from === "–" ? "blank" : from)).join(", ");
  return (
    <Form method="post" preventScrollReset replace>
      <AuthorField />
      <input name="base" type="hidden" value={history.version} />
      <input name="before" type="hidden" value={version} />
      <Button>{before.length > SHORT ? "Put back" : `Put back ${before}`}</Button>
    </Form>
  );
}

/** The history of every other field, from here: on the report itself they would be twenty stops of the Tab key. */
function OtherFields({ history: { field, closeTo } }: { history: RecordHistory }) {
  const others = [...TERM_RECORD.values()].filter(({ name }) => name !== field);
  return (
    <details>
      <summary className="cursor-pointer py-2 font-semibold text-red">Another field</summary>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {others.map(({ name, title }) => (
          <li key={name}>
            <Link
              className="inline-flex min-h-8 items-center touch:min-h-11"
              preventScrollReset
              replace
              to={`${closeTo}/history/${name}`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
