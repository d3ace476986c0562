import { withQuery } from "#domain/paths.ts";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { useRefreshed } from "#ui/loading/use-refreshed.ts";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { Figures } from "./figures.tsx";
import { ImportActs } from "./import-acts.tsx";
import { ImportFoot } from "./import-foot.tsx";
import { ABOUT, importedWords, underWayWords } from "./import-words.rules.ts";
import { PAGE_ROWS, type ShownImport } from "./imports.ts";
import { IMPORT_KINDS } from "./kinds.ts";
import { RowsTable } from "./rows-table.tsx";

const UNSCRIPTED_SECONDS = 2;
const REFRESH_MS = 700;

type ImportPageProps = { loaded: ShownImport; failed: Failed | null };

/** One import: what it would do, or did, row by row. The page refreshes itself while a worker is busy with it. */
export function ImportPage({ loaded, failed }: ImportPageProps) {
  const shown = useRefreshed(loaded, (each) => (underWayWords(each) === null ? null : REFRESH_MS));
  const { state, failure, file, counts, url } = shown;
  return (
    <>
      {underWayWords(shown) === null ? null : <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={url} />}
      <PageHead
        about={<span className="break-words">{`${ABOUT[state]} · ${file} · ${shown.about}`}</span>}
        actions={<ImportActs shown={shown} />}
        title={IMPORT_KINDS[shown.kind].title}
      />
      <NotAnswered failed={failed} title="Nothing was changed" />
      <div role="status">
        <Standing shown={shown} />
      </div>
      {failure === "" ? null : (
        <NoticeBox className="mb-4 break-words" icon="refused" tone="refused">
          {failure}
        </NoticeBox>
      )}
      {counts.all === 0 ? null : <Rows shown={shown} />}
    </>
  );
}

/** What a worker is at, or did. */
function Standing({ shown }: { shown: ShownImport }) {
  const underWay = underWayWords(shown);
  if (underWay !== null) {
    return (
      <NoticeBox className="mb-4" icon="clock" tone="plain">
        {underWay}
      </NoticeBox>
    );
  }
  if (shown.state !== "imported") return null;
  return (
    <NoticeBox className="mb-4" icon="tick" tone="saved">
      {importedWords(shown)}
    </NoticeBox>
  );
}

function Rows({ shown }: { shown: ShownImport }) {
  const { counts, base, outcome, page } = shown;
  return (
    <>
      <Figures shown={shown} />
      <Panel flush>
        <RowsTable shown={shown} />
        <Paging
          of="rows"
          page={page}
          pageSize={PAGE_ROWS}
          pageTo={(to) => withQuery(base, { show: outcome, page: to })}
          total={outcome === null ? counts.all : counts[outcome]}
        />
      </Panel>
      <ImportFoot shown={shown} />
    </>
  );
}
