import { useState } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { useFormResult } from "#ui/form/form-result.ts";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { ClassFilePreview, ClassUploadView, SaveClassFileInput } from "./class-file.server.ts";
import { mapChosenDecisions, MarkFileRows, MarkFilePreviewFooter } from "./preview-form.tsx";
import type { MarkFileConflictChoice } from "./preview.rules.ts";
import { MarkFileForm } from "./upload-page.tsx";

/** Offers the mark sheets of all subjects of a class as one spreadsheet, and previews what the filled-in file changes. */
export function ClassUploadPage({ view }: { view: ClassUploadView }) {
  const preview = useFormResult<ClassFilePreview>();
  const { label, test } = view;
  return (
    <>
      <PageHead
        about={preview ? `${preview.fileName}, ${test}` : test}
        title={`Upload marks of all subjects, ${label}`}
      />
      {preview ? (
        <ClassPreview key={preview.content + (preview.problem ?? "")} preview={preview} />
      ) : (
        <Start view={view} />
      )}
    </>
  );
}

function Start({ view: { label, closed, sheets, downloadUrl } }: { view: ClassUploadView }) {
  if (closed !== null) {
    return (
      <NoticeBox icon="info" title="Marks cannot be uploaded here." tone="plain">
        {closed}
      </NoticeBox>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Fill in the marks away from school">
        <div className="grid gap-3">
          <p>
            Download the mark sheets of {label} for which you enter the marks. Each subject has a worksheet
            with its coloured cells to fill in: <strong>{sheets.map(({ title }) => title).join(", ")}</strong>
            .
          </p>
          <p className="flex flex-wrap">
            <ButtonLink {...DOWNLOAD_ATTRIBUTE} icon="download" reloadDocument to={downloadUrl}>
              Download spreadsheet
            </ButtonLink>
          </p>
        </div>
      </Panel>
      <Panel title="Upload the file">
        <MarkFileForm />
      </Panel>
    </div>
  );
}

/** Shows the changed rows of each subject. The form contains them, so saving needs no second upload. */
function ClassPreview({ preview }: { preview: ClassFilePreview }) {
  const { sheets, unread, problem, fileName, saveId, content } = preview;
  const [form, fields] = useActionForm<SaveClassFileInput>("save-class-marks", { fileName, saveId, content });
  const [chosen, setChosen] = useState(
    () => new Map(sheets.map(({ lesson, rows }) => [lesson, mapChosenDecisions(rows)] as const)),
  );
  const choose = (lesson: string, row: string, choice: MarkFileConflictChoice) =>
    setChosen(new Map(chosen).set(lesson, new Map(chosen.get(lesson)).set(row, choice)));
  const mine = [...chosen.values()].flatMap((of) => [...of.values()]).filter((choice) => choice === "mine");
  const toSave = sheets.reduce((sum, { figures }) => sum + figures.changed, mine.length);
  const toDecide = sheets.reduce((sum, { figures }) => sum + figures.choose, 0);
  return (
    <ActionForm
      className="flex flex-col gap-4"
      form={form}
      preventScrollReset
      rejectedTitle="Nothing was saved"
      unsaved={toSave > 0 ? `You have not saved ${formatCountOf(toSave, "mark")} of ${fileName}.` : undefined}
    >
      <HiddenField field={fields.fileName} />
      <HiddenField field={fields.saveId} />
      <HiddenField field={fields.content} />
      {problem === null ? null : (
        <NoticeBox icon="changed" tone="colleague">
          {problem}
        </NoticeBox>
      )}
      {unread.length === 0 ? null : (
        <NoticeBox icon="info" title="Some worksheets were not read." tone="plain">
          {unread.map(({ tab, reason }) => `${tab}: ${reason}`).join(" ")}
        </NoticeBox>
      )}
      {sheets.map((sheet) => (
        <Panel aside={describeFigures(sheet.figures)} flush key={sheet.lesson} title={sheet.title}>
          <input name={`outcomes.${sheet.lesson}`} type="hidden" value={sheet.outcomes} />
          <input name={`saved.${sheet.lesson}`} type="hidden" value={sheet.saved} />
          {sheet.rows.length === 0 ? (
            <p className="px-4 py-3 text-muted md:px-5">
              The file does not change any marks in this subject.
            </p>
          ) : (
            <MarkFileRows
              chosen={chosen.get(sheet.lesson) ?? new Map()}
              lesson={sheet.lesson}
              onChoose={(row, choice) => choose(sheet.lesson, row, choice)}
              rows={sheet.rows}
            />
          )}
        </Panel>
      ))}
      <MarkFilePreviewFooter>
        {toSave + toDecide > 0 ? (
          <>
            <p className="text-13 text-muted">
              Termbook saves the marks with their history, as if you had typed them.
              {toDecide > 0 ? " Undecided rows keep the mark in Termbook." : ""}
            </p>
            <span className="shrink-0 max-md:w-full md:ml-auto [&>button]:w-full">
              <BusyButton busy="Saving">
                {toSave > 0 ? `Save ${formatCountOf(toSave, "mark")}` : "Save"}
              </BusyButton>
            </span>
          </>
        ) : (
          <p className="text-muted">The file does not change any marks.</p>
        )}
      </MarkFilePreviewFooter>
    </ActionForm>
  );
}

type Figures = ClassFilePreview["sheets"][number]["figures"];

/** Describes the rows of a subject, such as `3 changed, 1 needs a decision`. */
function describeFigures({ changed, choose, refused }: Figures): string {
  const parts = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(choose > 0 ? [choose === 1 ? "1 needs a decision" : `${choose} need a decision`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ];
  return parts.join(", ") || "nothing changed";
}
