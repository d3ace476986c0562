import type { ReactNode } from "react";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import type { PictureFileView, UploadInput, UploadView } from "./uploads.server.ts";

const UNDO = { name: "intent", value: "undo" };

const COLUMNS: readonly Column<PictureFileView>[] = [
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

type SavedFilesProps = { upload: UploadView; paging: ReactNode };

export function SavedPictureFiles({ upload: { saved, keptUntil }, paging }: SavedFilesProps) {
  return (
    <Panel aside={`Can be undone until ${keptUntil}`} flush title="Saved">
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
  const [form, fields] = useActionForm<UploadInput>(`undo-${file}`, { file });
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle="Nothing was undone">
      <HiddenField field={fields.file} />
      {children}
    </ActionForm>
  );
}
