import { Link } from "@remix-run/react";
import {
  MAX_IMPORT_MB,
  MAX_IMPORT_ROWS,
  IMPORT_UNDO_HOURS,
  type ImportKind,
} from "#domain/people/imports.ts";
import { withQuery } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { FileField } from "#ui/form/fields/fields.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { IMPORT_KIND_TEXTS, importTemplateUrl } from "./imports.ts";
import type { ImportKindView, ListedImportView } from "./imports.server.ts";
import type { ImportFileInput } from "./change-import.server.ts";

type StartPageProps = { kind: ImportKind; imports: ListedImportView[] };

/** Uploads a file to import, and lists earlier imports. */
export function NewImportPage({ kind, imports }: StartPageProps) {
  return (
    <>
      <PageHead
        about="Check the file first. Nothing is saved until you import it."
        title={IMPORT_KIND_TEXTS[kind].title}
      />
      <div className="flex flex-col gap-4">
        <Panel title="Choose the file">
          <SendForm kind={kind} />
        </Panel>
        <Panel title="How to prepare the file">
          <Rules kind={kind} />
        </Panel>
        {imports.length === 0 ? null : (
          <Panel aside={`Undo an import within ${IMPORT_UNDO_HOURS} hours`} flush title="Earlier imports">
            <ul className="divide-y divide-line">
              {imports.map(({ url, begun, by, file, words }) => (
                <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 md:px-5" key={url}>
                  <Link className="inline-flex min-h-9 items-center font-semibold touch:min-h-11" to={url}>
                    {begun}
                  </Link>
                  <span className="text-muted">{by}</span>
                  <span className="break-all">{file}</span>
                  <span className="md:ml-auto">{words}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
}

/** Uploads one file in an ordinary form, which also works without JavaScript. */
function SendForm({ kind }: Pick<StartPageProps, "kind">) {
  const [form, fields] = useActionForm<ImportFileInput>("import-file");
  const most = `${MAX_IMPORT_ROWS[kind].toLocaleString("en")} rows and ${MAX_IMPORT_MB} MB`;
  return (
    <ActionForm encType="multipart/form-data" form={form} rejectedTitle="The file was not sent">
      <FileField
        accept=".xlsx,.xls,.ods,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        field={fields.file}
        hint={
          kind === "workbook"
            ? `Excel (.xlsx, .xls) or OpenDocument (.ods) with the sheets of the template, up to ${most}.`
            : `Excel (.xlsx, .xls), OpenDocument (.ods) or text with commas or semicolons (.csv), up to ${most}. Any headings will do: you match the columns before anything is saved.`
        }
        label="Spreadsheet"
      />
      <div>
        <BusyButton busy="Sending" icon="upload">
          Check file
        </BusyButton>
      </div>
    </ActionForm>
  );
}

function Rules({ kind }: { kind: ImportKind }) {
  const { rules, several, exported } = IMPORT_KIND_TEXTS[kind];
  return (
    <div className="grid gap-3">
      <ul className="list-disc pl-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        <ButtonLink
          {...DOWNLOAD_ATTRIBUTE}
          icon="download"
          reloadDocument
          to={importTemplateUrl(kind, "xlsx")}
        >
          Download Excel template
        </ButtonLink>
        {kind === "workbook" ? null : (
          <ButtonLink
            {...DOWNLOAD_ATTRIBUTE}
            icon="download"
            kind="quiet"
            reloadDocument
            to={importTemplateUrl(kind, "csv")}
          >
            Download CSV template
          </ButtonLink>
        )}
        {exported === null ? null : (
          <>
            <ButtonLink {...DOWNLOAD_ATTRIBUTE} icon="download" kind="quiet" reloadDocument to={exported}>
              Download {several} (Excel)
            </ButtonLink>
            <ButtonLink
              {...DOWNLOAD_ATTRIBUTE}
              icon="download"
              kind="quiet"
              reloadDocument
              to={withQuery(exported, { format: "csv" })}
            >
              Download {several} (CSV)
            </ButtonLink>
          </>
        )}
      </p>
    </div>
  );
}

/** Lists what a school can import: everything in one workbook, or one list after the other. */
export function ImportKindsPage({ kinds }: { kinds: readonly ImportKindView[] }) {
  const [workbook, ...lists] = kinds;
  return (
    <>
      <PageHead about="Import a school’s data from spreadsheets or another program." title="Data import" />
      <div className="flex flex-col gap-4">
        {workbook ? (
          <Panel flush title="Everything in one workbook">
            <KindLine kind={workbook} place={null} />
          </Panel>
        ) : null}
        <Panel
          aside="Import these lists in order, because later lists refer to earlier lists"
          flush
          title="One list at a time"
        >
          <ol className="divide-y divide-line">
            {lists.map((kind, index) => (
              <li key={kind.to}>
                <KindLine kind={kind} place={index + 1} />
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </>
  );
}

function KindLine({
  kind: { to, title, about, last },
  place,
}: {
  kind: ImportKindView;
  place: number | null;
}) {
  return (
    <Link
      className="group flex min-h-14 items-center gap-4 px-4 py-2 text-ink no-underline hover:text-ink focus-visible:outline-offset-[-2px] md:px-5"
      to={to}
    >
      {place === null ? null : (
        <span className="w-5 shrink-0 font-serif text-18 font-bold text-red">{place}</span>
      )}
      <span className="grid min-w-0 grow gap-x-6 md:grid-cols-2 md:items-center">
        <span className="min-w-0">
          <span className="block font-semibold group-hover:text-red group-hover:underline">{title}</span>
          <span className="block text-13 text-muted">{about}</span>
        </span>
        <span className="min-w-0 break-words text-13 text-muted max-md:mt-1">
          {last ?? "No data has been imported yet"}
        </span>
      </span>
      <Icon className="self-center text-field" name="chevron-right" />
    </Link>
  );
}
