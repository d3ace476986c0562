import { Form } from "@remix-run/react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { Field } from "#ui/form/field.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { RefusedFields, type Sent } from "../refused-fields.tsx";
import type { OpenedDay } from "./holidays.rules.ts";

/** What was sent and not taken, and by which of the page's forms. */
export type SentOf = Sent & { of: "holiday" | "opened" };

const HINT =
  "A day of the weekend, or of a holiday, on which the school is open: its registers can be marked.";

export function OpenedDays({ opened, sent }: { opened: readonly OpenedDay[]; sent: SentOf | null }) {
  const own = sent?.of === "opened" ? sent : null;
  return (
    <Panel className="lg:col-span-2" flush title="Weekends and holidays with school">
      <div className="grid gap-x-4 lg:grid-cols-[400px_1fr]">
        <Form className="flex flex-col gap-4 p-4 md:p-5" key={opened.length} method="post" noValidate>
          <AuthorField />
          <RefusedFields idPrefix="" sent={own} title="Not done" />
          <Field
            defaultValue={own?.typed.day}
            error={own?.errors.day}
            hint={HINT}
            label="Day"
            name="day"
            required
            type="date"
          />
          <Field
            aside="if you like"
            autoComplete="off"
            defaultValue={own?.typed.reason}
            error={own?.errors.reason}
            label="What for"
            name="reason"
          />
          <Button className="self-start" name="intent" value="open">
            Open this day
          </Button>
        </Form>
        <ul className="divide-y divide-line max-lg:border-t lg:border-l">
          {opened.length === 0 ? <li className="p-4 text-muted md:p-5">No day is opened.</li> : null}
          {opened.map((day) => (
            <OpenedLine key={day.id} {...day} />
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function OpenedLine({ id, day, reason }: OpenedDay) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 py-1 pl-4 pr-1 md:pl-5">
      <p className="min-w-0 py-1">
        <span className="block font-semibold">{day}</span>
        {reason ? <span className="block break-words text-13 text-muted">{reason}</span> : null}
      </p>
      <Form className="shrink-0" method="post" preventScrollReset>
        <AuthorField />
        <input name="openedDay" type="hidden" value={id} />
        <Button aria-label={`Close again: ${day}`} kind="quiet" name="intent" value="close">
          Close again
        </Button>
      </Form>
    </li>
  );
}
