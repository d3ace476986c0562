import { PATHS, withQuery } from "#domain/paths.ts";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { FigurePlace, FigureStrip } from "#ui/list/figure-strip.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { ActForm } from "./act-form.tsx";
import { Faces } from "./faces.tsx";
import { OpenFiles } from "./open-files.tsx";
import { SavedFiles } from "./saved-files.tsx";
import { SendForm } from "./send/send-form.tsx";
import { throwAwayUrl, type ShownUpload } from "./uploads.ts";

export const REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

type UploadPageProps = { upload: ShownUpload; failed: Failed | null };

/** What was sent: who is matched, what needs somebody, and what was saved of it. */
export function UploadPage({ upload, failed }: UploadPageProps) {
  const { id, url, about, counts, unpacking, failure, open, matched, saved } = upload;
  const pageTo = (name: string) => (page: number) => withQuery(url, { [name]: page });
  return (
    <>
      {unpacking === null ? null : <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={url} />}
      <PageHead
        about={counts.saved === 0 ? `Nothing is saved yet · ${about}` : about}
        actions={<Acts upload={upload} />}
        title="Upload Student Pictures"
      />
      <NotAnswered failed={failed} title="Nothing was changed" />
      <Figures upload={upload} />
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
        <OpenFiles files={open} />
        {matched.total === 0 ? null : (
          <Panel
            aside="Look for a face over a wrong name. Press it to choose another student."
            flush
            title="Matched"
          >
            <Faces files={matched.files} />
            <Paging {...matched} of="pictures" pageTo={pageTo("page")} />
          </Panel>
        )}
        {saved.total === 0 ? null : (
          <SavedFiles paging={<Paging {...saved} of="pictures" pageTo={pageTo("saved")} />} upload={upload} />
        )}
        <Panel title="More pictures">
          <SendForm key={`${id} ${counts.files}`} kind="secondary" uploadId={id} />
        </Panel>
      </div>
    </>
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

function Figures({ upload: { counts, without } }: { upload: ShownUpload }) {
  const { files, ready, needs, refused, saved, replaced } = counts;
  const replacing = `${replaced} of them replace${saved > 0 ? "d" : ""} a picture`;
  return (
    <FigureStrip>
      <Figure about={`${refused} refused`} figure={files} label="Files" />
      {saved > 0 ? (
        <Figure about={replacing} figure={saved} label="Saved" />
      ) : (
        <Figure about={replacing} figure={ready} label="Matched" />
      )}
      <Figure about="left out until chosen" figure={needs} label="Need you" />
      <Figure about={`of ${without.of} students`} figure={without.students} label="Still without a picture" />
    </FigureStrip>
  );
}

function Figure({ label, figure, about }: { label: string; figure: number; about: string }) {
  return (
    <FigurePlace>
      <div className="px-4 py-3 md:px-5">
        <p className="font-semibold">{label}</p>
        <p className="text-32 font-bold">{figure.toLocaleString("en")}</p>
        <p className="text-13 text-muted">{about}</p>
      </div>
    </FigurePlace>
  );
}
