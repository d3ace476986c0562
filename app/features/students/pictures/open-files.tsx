import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { withQuery } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { TextButton } from "#ui/form/text-button.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import type { PictureFileView, PictureUploadInput, PictureUploadView } from "./uploads.server.ts";
import { MORE_PICTURES_ID } from "./uploads.ts";

/** The number of file names shown at first, because the list may be long. */
const FIRST_SHOWN = 20;
const ALL = "all";

/**
 * Lists the files without a student: files that match nobody, files that match several students, and files that were
 * refused.
 */
export function UnmatchedFiles({ files }: { files: readonly PictureFileView[] }) {
  const { pathname, search } = useLocation();
  if (files.length === 0) return null;
  const input = new URLSearchParams(search);
  const isAll = input.has(ALL) || files.length <= FIRST_SHOWN;
  const shown = isAll ? files : files.slice(0, FIRST_SHOWN);
  return (
    <Panel aside={isAll ? countOf(files) : `${shown.length} of ${countOf(files)}`} flush title="Not matched">
      <ul className="divide-y divide-line">
        {shown.map((file) => (
          <OpenFile file={file} key={file.id} />
        ))}
      </ul>
      {isAll ? null : (
        <div className="border-t p-3 text-center">
          <ButtonLink preventScrollReset to={withQuery(pathname, { show: input.get("show"), [ALL]: "1" })}>
            Show all
          </ButtonLink>
        </div>
      )}
    </Panel>
  );
}

function OpenFile({ file }: { file: PictureFileView }) {
  const { name, picture, state, words } = file;
  const isRefused = state === "refused";
  return (
    <li
      className={joinClassNames(
        "flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-5",
        isRefused && "bg-refused-wash",
      )}
    >
      {picture === null ? (
        <span className="grid h-12 w-[38px] shrink-0 place-items-center bg-cream-2 text-muted">
          <Icon name="document" />
        </span>
      ) : (
        <img
          alt=""
          className="h-12 w-[38px] shrink-0 object-cover"
          height={48}
          loading="lazy"
          src={picture}
          width={38}
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">{name}</p>
        {isRefused ? (
          <SaveStatus kind="refused">{words}</SaveStatus>
        ) : (
          <p className="text-13 text-muted">{words}</p>
        )}
      </div>
      <Ways file={file} />
    </li>
  );
}

/** The choices for a file: use this file rather than another, pick a candidate, or choose another student. */
function Ways({ file }: { file: PictureFileView }) {
  if (file.state === "refused") {
    return (
      <a
        className="inline-flex min-h-9 items-center font-semibold touch:min-h-11"
        href={`#${MORE_PICTURES_ID}`}
      >
        Choose another file
      </a>
    );
  }
  return <MatchForm file={file} />;
}

function MatchForm({ file: { id, name, state, candidates, url } }: { file: PictureFileView }) {
  const [form, fields] = useActionForm<PictureUploadInput>(`match-${id}`, { file: id });
  const { search } = useLocation();
  const isDouble = state === "double";
  return (
    <ActionForm
      className="max-md:basis-full"
      form={form}
      preventScrollReset
      rejectedTitle="The file was not matched"
    >
      <input name="intent" type="hidden" value={isDouble ? "keep" : "choose"} />
      <HiddenField field={fields.file} />
      <div className="flex flex-wrap gap-2 max-md:flex-col max-md:items-stretch">
        {isDouble ? <Button aria-label={`Use this picture: ${name}`}>Use this picture</Button> : null}
        {candidates.map((student) => (
          <Button
            aria-label={`${student.name}, ${student.label}, for ${name}`}
            key={student.id}
            name="student"
            value={student.id}
          >
            {student.name} <span className="font-normal text-muted">{student.label}</span>
          </Button>
        ))}
        <ButtonLink
          aria-label={`Choose the student for ${name}`}
          icon="search"
          preventScrollReset
          to={url + search}
        >
          {candidates.length > 0 || isDouble ? "Choose another student" : "Choose the student"}
        </ButtonLink>
      </div>
    </ActionForm>
  );
}

function countOf(files: readonly PictureFileView[]): string {
  return files.length === 1 ? "1 file" : `${files.length} files`;
}

const UNDO = { name: "intent", value: "undo" };

const COLUMNS: readonly DataTableColumn<PictureFileView>[] = [
  {
    key: "picture",
    title: "Picture",
    head: <span className="sr-only">Picture</span>,
    width: "w-20",
    wideOnly: true,
    cell: ({ picture }) => (
      <img
        alt=""
        className="h-12 w-[38px] object-cover"
        height={48}
        loading="lazy"
        src={picture ?? undefined}
        width={38}
      />
    ),
  },
  { key: "file", title: "File", names: true, cell: ({ name }) => <span className="break-all">{name}</span> },
  { key: "result", title: "Result", cell: ({ words }) => <SaveStatus kind="saved">{words}</SaveStatus> },
  {
    key: "student",
    title: "Student",
    cell: ({ student }) => (student ? `${student.name}, ${student.label}` : "Has left"),
  },
  {
    key: "undo",
    title: "Undo",
    head: <span className="sr-only">Undo</span>,
    cell: ({ id, student }) => (
      <Undo file={String(id)}>
        <TextButton aria-label={`Undo for ${student?.name}`} className="min-h-6" {...UNDO} type="submit">
          Undo
        </TextButton>
      </Undo>
    ),
  },
];

type SavedFilesProps = { upload: PictureUploadView; paging: ReactNode };

export function SavedPictureFiles({ upload: { saved, keptUntil }, paging }: SavedFilesProps) {
  return (
    <Panel aside={`You can undo these pictures until ${keptUntil}`} flush title="Saved">
      <DataTable
        caption="Saved pictures"
        columns={COLUMNS}
        empty={null}
        rowKey={({ id }) => id}
        rows={saved.files}
      />
      {paging}
      <div className="flex justify-end border-t p-3">
        <Undo file="all">
          <Button {...UNDO}>Undo all {saved.total}</Button>
        </Undo>
      </div>
    </Panel>
  );
}

/** A form that undoes one file by its id, or `all` files. */
function Undo({ file, children }: { file: string; children: ReactNode }) {
  const [form, fields] = useActionForm<PictureUploadInput>(`undo-${file}`, { file });
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle="Nothing was undone">
      <HiddenField field={fields.file} />
      {children}
    </ActionForm>
  );
}
