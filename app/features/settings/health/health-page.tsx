import { PATHS } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { HealthFact } from "./health.rules.ts";
import type { BackupView, ErrorView, FailedJobView, HealthView, RetryJobInput } from "./health.server.ts";

/** Shows the state of the installation to the person who runs the server. */
export function HealthPage({ summary, facts, failed, errors, backups }: HealthView) {
  const [backup] = facts;
  return (
    <>
      <PageHead about={summary} title="Health" />
      <div className="grid gap-4">
        <Panel flush title="Status">
          <dl className="divide-y divide-line">
            {facts.map((fact) => (
              <FactLine key={fact.name} {...fact} />
            ))}
          </dl>
        </Panel>
        <FailedWork works={failed} />
        <Errors errors={errors} />
        <Backups backups={backups} none={backup ? `${backup.words}. ${backup.detail}` : ""} />
      </div>
    </>
  );
}

function FactLine({ name, words, detail, isTrouble }: HealthFact) {
  return (
    <div className="grid gap-x-4 px-4 py-3 md:grid-cols-3 md:px-5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 md:col-span-2">
        <p className={joinClassNames("flex gap-2 font-semibold", isTrouble && "text-refused")}>
          {isTrouble ? <Icon className="mt-[3px]" name="refused" /> : null}
          <span className="min-w-0 break-words">{words}</span>
        </p>
        {detail ? <p className="break-words text-13 text-muted">{detail}</p> : null}
      </dd>
    </div>
  );
}

function FailedWork({ works }: { works: readonly FailedJobView[] }) {
  return (
    <Panel aside={works.length > 0 ? `${works.length}` : null} flush title="Failed jobs">
      {works.length === 0 ? <p className="p-4 text-muted md:p-5">No failed jobs.</p> : null}
      <ul className="divide-y divide-line">
        {works.map((work) => (
          <FailedLine key={work.id} {...work} />
        ))}
      </ul>
    </Panel>
  );
}

function FailedLine({ id, work, at, fault }: FailedJobView) {
  const [form, fields] = useActionForm<RetryJobInput>(`try-again-${id}`, { jobId: id });
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 px-4 py-2 md:px-5">
      <div className="min-w-0">
        <p className="break-words font-semibold">{work}</p>
        <p className="break-words text-13 text-muted">{fault ? `${at}: ${fault}` : at}</p>
      </div>
      <ActionForm className="shrink-0 items-end" form={form} rejectedTitle="The job was not started again">
        <HiddenField field={fields.jobId} />
        <Button aria-label={`Try again: ${work}, ${at}`}>Try again</Button>
      </ActionForm>
    </li>
  );
}

const ERROR_COLUMNS: readonly DataTableColumn<ErrorView>[] = [
  {
    key: "at",
    title: "When",
    width: "w-48",
    names: true,
    cell: ({ at }) => <span className="tabular-nums">{at}</span>,
  },
  {
    key: "request",
    title: "Request",
    width: "w-36",
    cell: ({ request }) => <code className="font-mono text-13">{request}</code>,
  },
  { key: "place", title: "Where", cell: ({ place }) => <span className="break-all">{place}</span> },
  {
    key: "fault",
    title: "Error",
    cell: ({ fault, source }) => (
      <div className="min-w-0">
        <p className="break-words">{fault}</p>
        {source ? <p className="break-all text-13 text-muted">{source}</p> : null}
      </div>
    ),
  },
];

/** The unexpected errors. The error page showed the same request id to the visitor, who can then report it. */
function Errors({ errors }: { errors: readonly ErrorView[] }) {
  return (
    <Panel
      aside={errors.length > 0 ? "To see more, search the server’s log for the request" : null}
      flush
      title="Latest errors"
    >
      <DataTable
        caption="Latest errors, newest first"
        columns={ERROR_COLUMNS}
        empty={<p className="p-4 text-muted md:p-5">No pages have failed.</p>}
        rowKey={({ id }) => id}
        rows={errors}
      />
    </Panel>
  );
}

const BACKUP_COLUMNS: readonly DataTableColumn<BackupView>[] = [
  {
    key: "at",
    title: "When",
    width: "w-48",
    names: true,
    cell: ({ at }) => <span className="tabular-nums">{at}</span>,
  },
  {
    key: "outcome",
    title: "Outcome",
    width: "w-36",
    cell: ({ outcome, isTrouble }) => (
      <span className={joinClassNames("whitespace-nowrap font-semibold", isTrouble && "text-refused")}>
        {outcome}
      </span>
    ),
  },
  {
    key: "file",
    title: "File",
    prose: true,
    cell: ({ file, fault }) => (
      <div className="min-w-0">
        {file ? <p className="break-all">{file}</p> : null}
        {fault ? <p>{fault}</p> : null}
      </div>
    ),
  },
  { key: "size", title: "Size", width: "w-28", numeric: true, cell: ({ size }) => size || "None" },
  { key: "version", title: "Version", width: "w-44", cell: ({ version }) => version },
];

function Backups({ backups, none }: { backups: readonly BackupView[]; none: string }) {
  return (
    <Panel flush title="Nightly backups">
      <DataTable
        caption="Nightly backups, newest first"
        columns={BACKUP_COLUMNS}
        empty={<EmptyState action={<ButtonLink to={PATHS.settings}>Settings</ButtonLink>}>{none}</EmptyState>}
        rowKey={({ id }) => id}
        rows={backups}
      />
    </Panel>
  );
}
