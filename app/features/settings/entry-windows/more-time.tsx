import { Form } from "@remix-run/react";
import { ENTRY_KINDS } from "#domain/entry/windows.ts";
import { capital } from "#domain/text/capital.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { Field } from "#ui/form/field.tsx";
import { SelectField } from "#ui/form/select-field.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { Sent } from "../refused-fields.tsx";
import { entryWindowsUrl, type EntryWindows, type MoreTime } from "./entry-windows.rules.ts";

type MoreTimeProps = { shown: EntryWindows; sent: Sent | null };

/** Who has longer than the dates say, why, and who gave it. */
export function MoreTimePanel({ shown, sent }: MoreTimeProps) {
  const { term, moreTime } = shown;
  return (
    <Panel className="mt-4" flush title="Longer for one teacher">
      {moreTime.length === 0 ? (
        <p className="border-b p-4 text-muted md:px-5">Nobody has longer than the dates say.</p>
      ) : (
        <DataTable
          caption="Who has longer"
          className="people-table border-b"
          columns={columnsOf(term.id)}
          empty={null}
          rowKey={({ id }) => id}
          rows={moreTime}
        />
      )}
      <GiveMoreTime key={moreTime.length} sent={sent?.typed.intent === "give" ? sent : null} shown={shown} />
      <p className="border-t px-4 py-3 text-13 text-muted md:px-5">
        Outside its dates a mark is refused with the reason, and kept where it was typed. The archive,
        administrators and &lsquo;put back&rsquo; are free of them.
      </p>
    </Panel>
  );
}

function columnsOf(termId: number): Column<MoreTime>[] {
  return [
    { key: "name", title: "Teacher", names: true, cell: (given) => <WhoHasLonger {...given} /> },
    { key: "kind", title: "For", cell: ({ kind }) => capital(kind) },
    {
      key: "until",
      title: "Until",
      cell: ({ until, isOver }) => (isOver ? <span className="text-muted">{until}, over</span> : until),
    },
    { key: "why", title: "Why, and who gave it", wideOnly: true, cell: ({ why }) => why },
    {
      key: "act",
      title: "",
      numeric: true,
      cell: ({ id, name, kind }) => (
        <Form action={entryWindowsUrl(termId)} method="post" preventScrollReset>
          <AuthorField />
          <input name="term" type="hidden" value={termId} />
          <input name="extension" type="hidden" value={id} />
          <Button
            aria-label={`End: ${name}, ${kind}`}
            className="!min-h-9"
            kind="quiet"
            name="intent"
            value="end"
          >
            End
          </Button>
        </Form>
      ),
    },
  ];
}

/** On a phone the reason stands under the name. */
function WhoHasLonger({ name, why }: MoreTime) {
  return (
    <span className="min-w-0">
      <strong className="block">{name}</strong>
      <span className="block break-words text-13 font-normal text-muted md:hidden">{why}</span>
    </span>
  );
}

function GiveMoreTime({ shown: { term, teachers }, sent }: MoreTimeProps) {
  const field = (name: string) => ({ name, defaultValue: sent?.typed[name], error: sent?.errors[name] });
  return (
    <Form
      action={entryWindowsUrl(term.id)}
      aria-label="Give more time"
      className="grid items-start gap-4 p-4 md:grid-cols-[1fr_132px_216px_1fr_auto] md:p-5"
      method="post"
      noValidate
      preventScrollReset
    >
      <AuthorField />
      <input name="term" type="hidden" value={term.id} />
      <SelectField
        {...field("employee")}
        choices={teachers.map(({ id, name }) => ({ value: String(id), label: name }))}
        label="Teacher"
        prompt="Choose a teacher"
      />
      <SelectField
        {...field("kind")}
        choices={ENTRY_KINDS.map((kind) => ({ value: kind, label: capital(kind) }))}
        label="For"
      />
      <Field {...field("until")} label="Until" type="datetime-local" />
      <Field {...field("reason")} autoComplete="off" label="Why" />
      <div className="md:pt-7">
        <BusyButton busy="Giving" intent="give" kind="secondary">
          Give more time
        </BusyButton>
      </div>
    </Form>
  );
}
