import { Form, Link } from "@remix-run/react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { HolidayFields } from "./holiday-fields.tsx";
import { holidaysUrl, holidayUrl, type SchoolHolidays } from "./holidays.rules.ts";
import { OpenedDays, type SentOf } from "./opened-days.tsx";

type OfForms = { shown: SchoolHolidays; sent: SentOf | null };
type HolidaysPageProps = OfForms & { failed: Failed | null };

const ABOUT = "No register is marked on these days; what was marked before a day became one still counts";

/** The days without school, and the weekends and holidays that were opened on purpose. */
export function HolidaysPage({ shown, sent, failed }: HolidaysPageProps) {
  return (
    <>
      <PageHead about={ABOUT} title="School Holidays" />
      <NotAnswered className="mb-4" failed={failed} title="Nothing was changed" />
      <div className="grid gap-4 lg:grid-cols-[400px_1fr] lg:items-start">
        <AddHoliday sent={sent} shown={shown} />
        <Holidays {...shown} />
        <OpenedDays opened={shown.opened} sent={sent} />
      </div>
    </>
  );
}

/** The form is made anew when a holiday was added, so that its fields are empty for the next one. */
function AddHoliday({ shown: { holidays, isAll }, sent }: OfForms) {
  return (
    <Panel title="Add a holiday">
      <Form
        action={holidaysUrl(isAll)}
        className="flex flex-col gap-4"
        key={holidays.length}
        method="post"
        noValidate
      >
        <AuthorField />
        <HolidayFields
          idPrefix=""
          refused="The holiday was not added"
          sent={sent?.of === "holiday" ? sent : null}
          shown={{}}
        />
        <Button className="self-start" kind="primary" name="intent" value="add">
          Add holiday
        </Button>
      </Form>
    </Panel>
  );
}

function Holidays({ holidays, isAll }: SchoolHolidays) {
  return (
    <Panel
      aside={
        <Link className="inline-block py-0.5 touch:py-3" to={holidaysUrl(!isAll)}>
          {isAll ? "This term and later" : "Earlier ones"}
        </Link>
      }
      flush
      title={isAll ? "All holidays" : "This term and later"}
    >
      {holidays.length === 0 ? (
        <EmptyState action={null}>
          No holiday is entered from this term on. Add the first one here.
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line">
        {holidays.map(({ id, title, days }) => (
          <li className="flex min-h-11 items-center justify-between gap-4 py-1 pl-4 pr-1 md:pl-5" key={id}>
            <p className="min-w-0 py-1">
              <span className="block break-words font-semibold">{title}</span>
              <span className="block text-13 text-muted">{days}</span>
            </p>
            <ButtonLink
              aria-label={`Change: ${title}, ${days}`}
              className="shrink-0"
              kind="quiet"
              preventScrollReset
              to={holidayUrl(id, isAll)}
            >
              Change
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
