import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import type { HistoryEntry, RowHistory } from "#saving/protocol/history.ts";

type HistoryDialogProps = { history: RowHistory; refusal: string | null };

/** Who changed a student's row, when, from what to what, and the way back to what it held before. */
export function HistoryDialog({ history, refusal }: HistoryDialogProps) {
  const { about, closeTo, entries } = history;
  return (
    <Dialog
      actions={
        <ButtonLink data-first-focus preventScrollReset replace to={closeTo}>
          Close
        </ButtonLink>
      }
      closeTo={closeTo}
      title={`History of ${about}`}
      width="record"
    >
      {refusal ? (
        <NoticeBox icon="refused" tone="refused">
          {refusal}
        </NoticeBox>
      ) : null}
      {entries.length === 0 ? (
        <p className="text-muted">Nothing has been entered for this student yet.</p>
      ) : null}
      <ol className="divide-y divide-line">
        {entries.map((entry) => (
          <li className="flex flex-wrap items-center justify-between gap-3 py-3" key={entry.version}>
            <Entry entry={entry} />
            {history.canPutBack ? <PutBack entry={entry} history={history} /> : null}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

type EntryOf = { entry: HistoryEntry };

function Entry({ entry: { by, at, changes } }: EntryOf) {
  return (
    <div>
      <p className="text-13 text-muted">
        {by}, {at}
      </p>
      {changes.map(({ title, from, to }) => (
        <p key={title}>
          {title}: <del className="text-muted">{from}</del> to{" "}
          <ins className="font-semibold no-underline">{to}</ins>
        </p>
      ))}
    </div>
  );
}

function PutBack({ entry: { version, changes }, history }: EntryOf & { history: RowHistory }) {
  const before = changes.map(({ from }) => (from === "–" ? "blank" : from)).join(", ");
  return (
    <Form method="post" preventScrollReset replace>
      <AuthorField />
      <input name="base" type="hidden" value={history.version} />
      <input name="before" type="hidden" value={version} />
      <Button>Put back {before}</Button>
    </Form>
  );
}
