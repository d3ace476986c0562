import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { FileField } from "#ui/form/fields/fields.tsx";
import { useFormResult } from "#ui/form/form-result.ts";
import { LabelledCellRow } from "#ui/page/cell-strip.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { describeSavingProgress } from "./preview.rules.ts";
import { MarkFilePreviewForm } from "./preview-form.tsx";
import { MAX_MARK_FILE_MB } from "./mark-file.rules.ts";
import type { MarkFilePreview } from "./preview.server.ts";
import type { MarkFileInput, MarkFileView, MarkUploadView } from "./upload.server.ts";

/** Offers the mark sheet as a spreadsheet, accepts the filled-in file, and previews what it would change. */
export function MarkUploadPage({ view }: { view: MarkUploadView }) {
  const result = useFormResult<MarkFileView>();
  const belongsTo = result && "belongsTo" in result ? result.belongsTo : null;
  const preview = result && "rows" in result ? result : null;
  return (
    <>
      <PageHead
        about={
          preview
            ? `${preview.fileName} · ${describeSavingProgress(preview.savedCount, preview.figures)}`
            : `${view.title}, ${view.testTitle}`
        }
        actions={
          preview ? (
            <ButtonLink icon="upload" to={`${view.sheetUrl}/upload`}>
              Choose another file
            </ButtonLink>
          ) : null
        }
        title="Upload marks"
      />
      {preview ? (
        <>
          <AboutFile preview={preview} view={view} />
          <MarkFilePreviewForm key={JSON.stringify(preview.rows)} preview={preview} view={view} />
        </>
      ) : (
        <Start belongsTo={belongsTo} view={view} />
      )}
    </>
  );
}

function AboutFile({ preview, view }: { preview: MarkFilePreview; view: MarkUploadView }) {
  const { testTitle, title, maxMark, totalStudents } = view;
  return (
    <LabelledCellRow
      cells={[
        { label: "Test", value: testTitle },
        { label: "Subject and class", value: title },
        ...(maxMark === null ? [] : [{ label: "Max Mark", value: maxMark }]),
        { label: "Downloaded", value: preview.downloaded },
        { label: "Total Students", value: totalStudents, end: true },
      ]}
      className="mb-5"
    />
  );
}

type StartProps = { view: MarkUploadView; belongsTo: { title: string; about: string; url: string } | null };

function Start({ view, belongsTo }: StartProps) {
  const { readOnlyReason, downloadUrl, sheetUrl, classUrl } = view;
  if (readOnlyReason !== null) {
    return (
      <NoticeBox
        action={<ButtonLink to={sheetUrl}>Mark sheet</ButtonLink>}
        icon="info"
        title="Marks cannot be uploaded now."
        tone="plain"
      >
        {readOnlyReason}
      </NoticeBox>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {belongsTo ? (
        <NoticeBox
          action={<ButtonLink to={belongsTo.url}>Open the right mark sheet</ButtonLink>}
          icon="info"
          title="This file belongs to another mark sheet."
          tone="refused"
        >
          {`The file is for ${belongsTo.title}, ${belongsTo.about}. This page is for ${view.title}, ${view.testTitle}, so nothing was read.`}
        </NoticeBox>
      ) : null}
      <Panel title="Fill in the marks away from school">
        <div className="grid gap-3">
          <p>
            Download this mark sheet as a spreadsheet and fill in the coloured cells in Excel, LibreOffice or
            Google Sheets. The names are locked, and each cell accepts only what the mark sheet accepts.
          </p>
          <p className="flex flex-wrap gap-2">
            <ButtonLink {...DOWNLOAD_ATTRIBUTE} icon="download" reloadDocument to={downloadUrl}>
              Download spreadsheet
            </ButtonLink>
            {classUrl === null ? null : (
              <ButtonLink kind="quiet" to={classUrl}>
                All your subjects in this class
              </ButtonLink>
            )}
          </p>
        </div>
      </Panel>
      <Panel title="Upload the file">
        <MarkFileForm />
      </Panel>
    </div>
  );
}

export function MarkFileForm() {
  const [form, fields] = useActionForm<MarkFileInput>("mark-file");
  return (
    <ActionForm encType="multipart/form-data" form={form} rejectedTitle="The file was not read">
      <FileField
        accept=".xlsx,.xls,.ods,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        field={fields.file}
        hint={`The spreadsheet that you downloaded here, saved as .xlsx, .xls, .ods or .csv, up to ${MAX_MARK_FILE_MB} MB. You see what would change before anything is saved. Blank cells change nothing.`}
        label="Spreadsheet"
      />
      <div>
        <BusyButton busy="Reading" icon="upload">
          Check file
        </BusyButton>
      </div>
    </ActionForm>
  );
}
