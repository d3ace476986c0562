import { PATHS, withQuery } from "#domain/paths.ts";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { ActForm } from "./act-form.tsx";
import { Faces } from "./faces.tsx";
import { UploadFigures } from "./upload-figures.tsx";
import { Unpictured } from "./unpictured.tsx";
import { OpenFiles } from "./open-files.tsx";
import { SavedFiles } from "./saved-files.tsx";
import { SendForm } from "./send/send-form.tsx";
import { MORE_PICTURES, throwAwayUrl, type ShownUpload } from "./uploads.ts";

export const REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

type UploadPageProps = { upload: ShownUpload; failed: Failed | null };

/** What was sent: who is matched, what needs somebody, and what was saved of it. */
export function UploadPage({ upload, failed }: UploadPageProps) {
  const { id, about, counts, unpacking, failure, show } = upload;
  return (
    <>
      {unpacking === null ? null : <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={upload.url} />}
      <PageHead
        about={counts.saved === 0 ? `Nothing is saved yet · ${about}` : about}
        actions={<Acts upload={upload} />}
        title="Upload Student Pictures"
      />
      <NotAnswered failed={failed} title="Nothing was changed" />
      <UploadFigures upload={upload} />
      <div className="flex flex-col gap-4">
        {unpacking === null ? null : (
          <NoticeBox icon="clock" title={unpacking.name} tone="plain">
            is being unpacked: {unpacking.done} of {unpacking.of} files looked at. It goes on if this page is
            closed.
          </NoticeBox>
        )}
        {failure === "" ? null : (
          <NoticeBox icon="refused" tone="refused">
            {failure}
          </NoticeBox>
        )}
        {show === "without" ? <Unpictured upload={upload} /> : <Files upload={upload} />}
        <div id={MORE_PICTURES}>
          <Panel title="More pictures">
            <SendForm key={`${id} ${counts.files}`} kind="secondary" uploadId={id} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** All files, or those that the strip shows alone. */
function Files({ upload }: { upload: ShownUpload }) {
  const { base, show, open, matched, saved } = upload;
  const pageTo = (name: string) => (page: number) => withQuery(base, { show, [name]: page });
  if (show === "needs" && open.length === 0) return <NothingLeft url={base} />;
  return (
    <>
      {show === "matched" ? null : <OpenFiles files={open} />}
      {show === "needs" || matched.total === 0 ? null : (
        <Panel
          aside="Look for a face over a wrong name. Press it to choose another student."
          flush
          title="Matched"
        >
          <Faces files={matched.files} />
          <Paging {...matched} of="pictures" pageTo={pageTo("page")} />
        </Panel>
      )}
      {show === "needs" || saved.total === 0 ? null : (
        <SavedFiles paging={<Paging {...saved} of="pictures" pageTo={pageTo("saved")} />} upload={upload} />
      )}
    </>
  );
}

function NothingLeft({ url }: { url: string }) {
  return (
    <Panel title="Not matched">
      <EmptyState action={<ButtonLink to={url}>All files</ButtonLink>}>
        Every file has its student.
      </EmptyState>
    </Panel>
  );
}

/** The one primary counts what it saves. */
function Acts({ upload: { id, counts, fingerprint, unpacking } }: { upload: ShownUpload }) {
  const { ready, saved } = counts;
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      <ButtonLink kind="quiet" to={PATHS.studentPictures}>
        Other files
      </ButtonLink>
      {saved === 0 ? (
        <ButtonLink preventScrollReset to={throwAwayUrl(id)}>
          Throw away
        </ButtonLink>
      ) : (
        <ButtonLink kind={ready === 0 ? "primary" : "secondary"} to={PATHS.students}>
          Done
        </ButtonLink>
      )}
      {ready === 0 || unpacking !== null ? null : (
        <ActForm className="[&>button]:w-full" fields={{ intent: "save", fingerprint }}>
          <BusyButton busy="Saving">{`Save ${ready.toLocaleString("en")} ${ready === 1 ? "picture" : "pictures"}`}</BusyButton>
        </ActForm>
      )}
    </div>
  );
}
