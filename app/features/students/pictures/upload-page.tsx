import { Link, useLocation } from "@remix-run/react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { UnmatchedFiles, SavedPictureFiles } from "./open-files.tsx";
import { SendPicturesForm } from "./send-form.tsx";
import type {
  PictureFileView,
  StudentForPictureView,
  PictureUploadInput,
  PictureUploadView,
} from "./uploads.server.ts";
import { MORE_PICTURES_ID, discardUploadUrl, type PictureUploadFilter } from "./uploads.ts";
import { FigureLink, FigureCellRow } from "#ui/list/figure-strip.tsx";

export const PICTURE_UPLOAD_REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

/** Shows an upload: the matches, the files that need a decision, and the saved pictures. */
export function PictureUploadPage({ upload }: { upload: PictureUploadView }) {
  const { id, about, counts, unpacking, failure, show } = upload;
  return (
    <>
      {unpacking === null ? null : <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={upload.url} />}
      <PageHead
        about={counts.saved === 0 ? `Nothing is saved yet · ${about}` : about}
        actions={<Actions upload={upload} />}
        title="Upload Student Pictures"
      />
      <UploadFigures upload={upload} />
      <div className="flex flex-col gap-4">
        {unpacking === null ? null : (
          <NoticeBox icon="clock" title={unpacking.name} tone="plain">
            Termbook is unpacking this ZIP, and has checked {unpacking.done} of {unpacking.of} files. You can
            close this page.
          </NoticeBox>
        )}
        {failure === "" ? null : (
          <NoticeBox icon="refused" tone="refused">
            {failure}
          </NoticeBox>
        )}
        {show === "without" ? <Unpictured upload={upload} /> : <Files upload={upload} />}
        <div id={MORE_PICTURES_ID}>
          <Panel title="More pictures">
            <SendPicturesForm key={`${id} ${counts.files}`} kind="secondary" uploadId={id} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Shows all files, or the files of the selected filter. */
function Files({ upload }: { upload: PictureUploadView }) {
  const { base, show, open, matched, saved } = upload;
  const pageTo = (name: string) => (page: number) => withQuery(base, { show, [name]: page });
  if (show === "needs" && open.length === 0) return <NothingLeft url={base} />;
  return (
    <>
      {show === "matched" ? null : <UnmatchedFiles files={open} />}
      {show === "needs" || matched.total === 0 ? null : (
        <Panel
          aside="If a face is above the wrong name, press the picture to choose another student."
          flush
          title="Matched"
        >
          <Faces files={matched.files} />
          <Paging {...matched} of="pictures" pageTo={pageTo("page")} />
        </Panel>
      )}
      {show === "needs" || saved.total === 0 ? null : (
        <SavedPictureFiles
          paging={<Paging {...saved} of="pictures" pageTo={pageTo("saved")} />}
          upload={upload}
        />
      )}
    </>
  );
}

function NothingLeft({ url }: { url: string }) {
  return (
    <Panel title="Not matched">
      <EmptyState action={<ButtonLink to={url}>All files</ButtonLink>}>
        Every file is matched to a student.
      </EmptyState>
    </Panel>
  );
}

/** The buttons. The primary one says how many pictures it saves. */
function Actions({ upload: { id, counts, version, unpacking } }: { upload: PictureUploadView }) {
  const [form] = useActionForm<PictureUploadInput>("save-pictures", { version });
  const { ready, saved } = counts;
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle="Nothing was saved">
      <div className="flex flex-wrap gap-2 *:grow">
        <ButtonLink kind="quiet" to={PATHS.studentPictures}>
          Other uploads
        </ButtonLink>
        {saved === 0 ? (
          <ButtonLink preventScrollReset to={discardUploadUrl(id)}>
            Discard upload
          </ButtonLink>
        ) : (
          <ButtonLink kind={ready === 0 ? "primary" : "secondary"} to={PATHS.students}>
            Done
          </ButtonLink>
        )}
        {ready === 0 || unpacking !== null ? null : (
          <BusyButton busy="Saving" intent="save">
            {`Save ${ready.toLocaleString("en")} ${ready === 1 ? "picture" : "pictures"}`}
          </BusyButton>
        )}
      </div>
    </ActionForm>
  );
}

/**
 * Shows the pictures by class, because there it is easiest to notice a wrong face above a name. Small classes share a
 * line, so that a few pictures from each class do not make a long page.
 */
function Faces({ files }: { files: readonly PictureFileView[] }) {
  const { search } = useLocation();
  const labels = [...new Set(files.map(({ student }) => student?.label ?? ""))];
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-5 p-4 md:p-5">
      {labels.map((label) => {
        const inClass = files.filter(({ student }) => (student?.label ?? "") === label);
        return (
          <section className="border-l border-rule pl-3" key={label}>
            <h3 className="mb-2 text-13 font-semibold">
              {label}, {inClass.length}
            </h3>
            <ul className="flex flex-wrap gap-x-4 gap-y-4">
              {inClass.map(({ id, name, picture, student, replaces, url }) => (
                <li className="w-[84px]" key={id}>
                  <Link
                    className="block text-13 text-ink no-underline hover:underline"
                    preventScrollReset
                    title={name}
                    to={url + search}
                  >
                    <img
                      alt=""
                      className="mb-1 h-[106px] w-[84px] border border-rule bg-paper object-cover p-0.5"
                      height={106}
                      loading="lazy"
                      src={picture ?? undefined}
                      width={84}
                    />
                    <span className="block break-words">{student?.name}</span>
                    {replaces ? <span className="block text-muted">replaces a picture</span> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const COLUMNS: readonly DataTableColumn<StudentForPictureView>[] = [
  {
    key: "name",
    title: "Student",
    names: true,
    cell: ({ id, name }) => (
      <Link
        className="inline-flex min-h-9 items-center font-semibold touch:min-h-11"
        to={`${PATHS.students}/${id}/picture`}
      >
        {name}
      </Link>
    ),
  },
  { key: "class", title: "Class", cell: ({ label }) => label },
];

function Unpictured({ upload: { unpictured, base } }: { upload: PictureUploadView }) {
  if (!unpictured) return null;
  const { students, ...paging } = unpictured;
  return (
    <Panel flush title="Students still without a picture">
      <DataTable
        caption="Students without a picture"
        columns={COLUMNS}
        empty={
          <EmptyState action={<ButtonLink to={base}>All files</ButtonLink>}>
            Every student has a picture.
          </EmptyState>
        }
        rowKey={({ id }) => id}
        rows={students}
      />
      <Paging {...paging} of="students" pageTo={(page) => withQuery(base, { show: "without", page })} />
    </Panel>
  );
}

type Told = { show: PictureUploadFilter | null; label: string; figure: number; about: string };

/** Shows the counts of the files. Each count is a link that filters the files. */
function UploadFigures({ upload }: { upload: PictureUploadView }) {
  return (
    <FigureCellRow>
      {figuresOf(upload).map(({ show, label, figure, about }) => (
        <FigureLink
          about={about}
          isCurrent={upload.show === show}
          key={label}
          label={label}
          to={withQuery(upload.base, { show })}
        >
          {figure.toLocaleString("en")}
        </FigureLink>
      ))}
    </FigureCellRow>
  );
}

function figuresOf({ counts, without }: PictureUploadView): Told[] {
  const { files, ready, needs, refused, saved, replaced } = counts;
  const matched = saved > 0 ? { label: "Saved", figure: saved } : { label: "Matched", figure: ready };
  const replace = saved > 0 ? "replaced" : replaced === 1 ? "replaces" : "replace";
  const replacing = `${replaced.toLocaleString("en")} ${replace} a picture`;
  return [
    { show: "needs", label: "Not matched", figure: needs, about: "left out until you choose" },
    { show: "matched", ...matched, about: replacing },
    { show: null, label: "All files", figure: files, about: `${refused.toLocaleString("en")} refused` },
    {
      show: "without",
      label: "Still without a picture",
      figure: without.students,
      about: `of ${formatCountOf(without.of, "student")}`,
    },
  ];
}
