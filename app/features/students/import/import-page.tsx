import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ImportState } from "#domain/people/imports.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { BackRow } from "#ui/page/back-row.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { Figures } from "./figures.tsx";
import { PAGE_ROWS, type ShownImport } from "./imports.ts";
import { RowsTable } from "./rows-table.tsx";

export const REFRESH_MS = 700;
const UNSCRIPTED_SECONDS = 2;

export const UNDER_WAY: Readonly<Partial<Record<ImportState, string>>> = {
  reading: "The file is being read. Nothing is saved yet.",
  importing: "All rows are being imported, or none. It goes on if this page is closed.",
  undoing: "The import is being undone, as a whole or not at all.",
};

const ABOUT: Readonly<Record<ImportState, string>> = {
  reading: "Nothing is saved yet",
  judged: "Dry run: nothing is saved yet",
  refused: "The file was not read: nothing is saved",
  importing: "Being imported",
  imported: "Imported",
  undoing: "Being undone",
  undone: "Undone: everything is as it was before",
};

type ImportPageProps = { shown: ShownImport; failed: Failed | null };

/** One import: what it would do, or did, row by row. */
export function ImportPage({ shown, failed }: ImportPageProps) {
  const { state, failure, file, counts, url, outcome, rows, page } = shown;
  const underWay = UNDER_WAY[state];
  const total = outcome === null ? counts.all : counts[outcome];
  return (
    <>
      {underWay === undefined ? null : <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={url} />}
      <BackRow label="Import students" to={PATHS.importStudents} />
      <PageHead
        about={`${ABOUT[state]} · ${file} · ${shown.about}`}
        actions={<Acts shown={shown} />}
        title="Import students"
      />
      <NotAnswered failed={failed} title="Nothing was changed" />
      {underWay === undefined ? null : (
        <NoticeBox className="mb-4" icon="clock" tone="plain">
          <span role="status">{underWay}</span>
        </NoticeBox>
      )}
      {failure === "" ? null : (
        <NoticeBox className="mb-4" icon="refused" tone="refused">
          {failure}
        </NoticeBox>
      )}
      {counts.all === 0 ? null : (
        <>
          <Figures shown={shown} />
          <Panel flush>
            <RowsTable rows={rows} state={state} url={url} />
            <Paging
              of="rows"
              page={page}
              pageSize={PAGE_ROWS}
              pageTo={(to) => withQuery(url, { show: outcome, page: to })}
              total={total}
            />
          </Panel>
          <Foot shown={shown} />
        </>
      )}
    </>
  );
}

/** The one primary counts what it imports. */
function Acts({ shown: { state, counts, undoUntil } }: { shown: ShownImport }) {
  const count = counts.created + counts.changed;
  const noun = count === 1 ? "student" : "students";
  if (state === "judged" || state === "refused") {
    return (
      <div className="flex flex-wrap gap-2 *:grow">
        <Act intent="discard">
          <Button className="w-full" kind="quiet">
            Throw away
          </Button>
        </Act>
        <ButtonLink icon="upload" to={PATHS.importStudents}>
          Another file
        </ButtonLink>
        {count === 0 ? null : (
          <Act count={count} intent="import">
            <BusyButton busy="Importing">{`Import ${count.toLocaleString("en")} ${noun}`}</BusyButton>
          </Act>
        )}
      </div>
    );
  }
  if (state !== "imported") return null;
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      {undoUntil === null ? null : (
        <Act intent="undo">
          <Button className="w-full">Undo the whole import</Button>
        </Act>
      )}
      <ButtonLink kind="primary" to={PATHS.students}>
        Students
      </ButtonLink>
    </div>
  );
}

type ActProps = { intent: string; count?: number; children: ReactNode };

function Act({ intent, count, children }: ActProps) {
  return (
    <Form className="[&>button]:w-full" method="post" preventScrollReset>
      <AuthorField />
      <input name="intent" type="hidden" value={intent} />
      {count === undefined ? null : <input name="count" type="hidden" value={count} />}
      {children}
    </Form>
  );
}

/** What is left to decide, and the promises. */
function Foot({ shown: { state, counts, undoUntil, url } }: { shown: ShownImport }) {
  const count = counts.created + counts.changed;
  if (state !== "judged" && state !== "imported") return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <p>
        {counts.choose > 0 && state === "judged" ? (
          <>
            <Link className="font-semibold" to={withQuery(url, { show: "choose" })}>
              {counts.choose === 1 ? "1 needs you" : `${counts.choose} need you`}
            </Link>{" "}
            <span className="text-muted">Unanswered, it stays out.</span>
          </>
        ) : null}
      </p>
      <p>
        {state === "judged" && count > 0 ? (
          <>All {count.toLocaleString("en")} are imported, or none. </>
        ) : null}
        <span className="text-muted">
          {undoUntil === null
            ? "It can no longer be undone."
            : `Can be undone until ${undoUntil}, while nothing was added to the rows.`}
        </span>
      </p>
    </div>
  );
}
