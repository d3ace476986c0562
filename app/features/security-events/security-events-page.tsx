import { Form } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { SECURITY_EVENT_DAYS, SECURITY_EVENTS } from "#domain/security-events.ts";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { LabelledTextField } from "#ui/form/field.tsx";
import { LabelledSelectField } from "#ui/form/select-field.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import {
  securityEventsUrl,
  type SecurityEventsParams,
  type SecurityEventsPageProps,
  type SecurityEventView,
} from "./events.rules.ts";

const ABOUT = `Sign-ins, passwords, access, printed report cards and exported lists of the last ${SECURITY_EVENT_DAYS} days`;

const KINDS = Object.entries(SECURITY_EVENTS).map(([value, label]) => ({ value, label }));

const COLUMNS: readonly DataTableColumn<SecurityEventView>[] = [
  { key: "at", title: "Time", width: "w-48", cell: ({ at }) => <span className="tabular-nums">{at}</span> },
  {
    key: "what",
    title: "Event",
    names: true,
    cell: ({ what }) => <span className="font-semibold">{what}</span>,
  },
  { key: "who", title: "Person", cell: ({ who }) => who ?? <span className="text-muted">Nobody</span> },
  {
    key: "address",
    title: "Address",
    cell: ({ address }) => <span className="tabular-nums">{address}</span>,
  },
  {
    key: "detail",
    title: "Details",
    cell: ({ detail }) => detail || <span className="text-muted">None</span>,
  },
];

/** Lists, for administrators, security events such as sign-ins, password changes and exports. */
export function SecurityEventsPage({ params, events, pageSize, total }: SecurityEventsPageProps) {
  return (
    <>
      <PageHead about={ABOUT} title="Security Events" />
      <Narrowing {...params} />
      <Panel flush>
        <DataTable
          caption="Security events, latest first"
          columns={COLUMNS}
          empty={<NoEvent {...params} />}
          rowKey={({ id }) => id}
          rows={events}
        />
        <Paging
          of="events"
          page={params.page}
          pageSize={pageSize}
          pageTo={(page) => securityEventsUrl({ ...params, page })}
          total={total}
        />
      </Panel>
    </>
  );
}

/** The filters. The key resets the form when the URL changes, for example when the user goes back. */
function Narrowing({ kind, search }: SecurityEventsParams) {
  return (
    <Form
      className="mb-4 flex flex-col gap-3 md:flex-row md:items-end"
      key={`${kind} ${search}`}
      method="get"
      role="search"
    >
      <LabelledSelectField
        choices={KINDS}
        defaultValue={kind ?? ""}
        label="Event"
        name="kind"
        prompt="All events"
      />
      <div className="md:w-80">
        <LabelledTextField
          autoComplete="off"
          defaultValue={search}
          label="Name, username or address"
          name="search"
          type="search"
        />
      </div>
      <Button icon="search">Show</Button>
    </Form>
  );
}

function NoEvent({ kind, search }: SecurityEventsParams) {
  const isAll = kind === null && search === "";
  return (
    <EmptyState
      action={
        <ButtonLink to={isAll ? PATHS.mainMenu : PATHS.securityEvents}>
          {isAll ? "Main Menu" : "Show all events"}
        </ButtonLink>
      }
    >
      {isAll
        ? "No events yet. Sign-ins and changes of access will appear here."
        : `No events of the last ${SECURITY_EVENT_DAYS} days match this search.`}
    </EmptyState>
  );
}
