import { Form, Link } from "@remix-run/react";

import { FIELD_TITLES } from "#domain/term-reports.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import type { FieldHistory } from "../report/dialogs.ts";

type FieldHistoryDialogProps = { history: FieldHistory; refusal: string | null };

/** Who changed a field, when, from what to what, and the way back to what it held before. */
export function FieldHistoryDialog({ history, refusal }: FieldHistoryDialogProps) {
  const { closeTo, student, title, entries } = history;
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
      <p className="-mt-3 text-muted">{student}</p>
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

type EntryOf = { entry: FieldHistory["entries"][number] };

function Entry({ entry: { by, at, from, to } }: EntryOf) {
  return (
    <div className="min-w-0 grow basis-80">
      <p className="text-13 text-muted">
        {by}, {at}
      </p>
      <p className="break-words">
        <del className="text-muted">{from}</del> to <ins className="font-semibold no-underline">{to}</ins>
      </p>
    </div>
  );
}

const SHORT = 16;

function PutBack({ entry: { version, from }, history }: EntryOf & { history: FieldHistory }) {
  const before = from === "–" ? "blank" : from;
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
function OtherFields({ history: { field, closeTo } }: { history: FieldHistory }) {
  const others = Object.entries(FIELD_TITLES).filter(([name]) => name !== field);
  return (
    <details>
      <summary className="cursor-pointer py-2 font-semibold text-red">Another field</summary>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {others.map(([name, title]) => (
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
