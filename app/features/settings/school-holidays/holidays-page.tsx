import { Link } from "@remix-run/react";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { HiddenField, TextField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { ChangeOrDeleteButtons } from "#ui/overlay/change-dialog.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { holidaysUrl, holidayUrl, MAX_HOLIDAY_TITLE_LENGTH } from "./holidays.rules.ts";
import type { HolidayInput, HolidayView, SchoolDaysInput, SchoolHolidaysView } from "./holidays.server.ts";

const ABOUT = "No registers are marked on these days. A register that is already marked still counts.";

/** Lists the days without school, and the weekends and holidays that are open as school days. */
export function HolidaysPage({ isAll, holidays, opened }: SchoolHolidaysView) {
  return (
    <>
      <PageHead about={ABOUT} title="School holidays" />
      <div className="grid gap-4 lg:grid-cols-[400px_1fr] lg:items-start">
        <AddHoliday />
        <Holidays holidays={holidays} isAll={isAll} />
        <Panel className="lg:col-span-2" flush title="Weekends and holidays with school">
          <div className="grid gap-x-4 lg:grid-cols-[400px_1fr]">
            <OpenDay />
            <OpenedDays opened={opened} />
          </div>
        </Panel>
      </div>
    </>
  );
}

function AddHoliday() {
  const [form, fields] = useActionForm<SchoolDaysInput>("add-holiday");
  return (
    <Panel title="Add a holiday">
      <ActionForm form={form} rejectedTitle="The holiday was not added">
        <HolidayFields fields={fields} />
        <Button className="self-start" kind="primary" name="intent" value="add">
          Add holiday
        </Button>
      </ActionForm>
    </Panel>
  );
}

type ChangeHolidayProps = { holiday: HolidayView; closeTo: string };

export function ChangeHolidayDialog({ holiday, closeTo }: ChangeHolidayProps) {
  const [form, fields] = useActionForm<HolidayInput>("change-holiday", holiday);
  return (
    <Dialog closeTo={closeTo} title="Change the holiday">
      <ActionForm form={form} preventScrollReset rejectedTitle="The holiday was not changed">
        <HolidayFields fields={fields} />
        <ChangeOrDeleteButtons closeTo={closeTo} />
      </ActionForm>
    </Dialog>
  );
}

function HolidayFields({ fields }: { fields: Record<"title" | "from" | "to", ActionFormField> }) {
  return (
    <>
      <TextField field={fields.title} label="Holiday" maxLength={MAX_HOLIDAY_TITLE_LENGTH} required />
      <div className="grid gap-4 md:grid-cols-2">
        <DateField field={fields.from} label="First day" required />
        <DateField aside="optional" field={fields.to} label="Last day" />
      </div>
    </>
  );
}

function Holidays({ holidays, isAll }: Pick<SchoolHolidaysView, "holidays" | "isAll">) {
  return (
    <Panel
      aside={
        <Link className="inline-block py-0.5 touch:py-3" to={holidaysUrl(!isAll)}>
          {isAll ? "This term and later" : "Earlier holidays"}
        </Link>
      }
      flush
      title={isAll ? "All holidays" : "This term and later"}
    >
      {holidays.length === 0 ? (
        <EmptyState action={null}>
          There are no holidays from this term on. Add the first one here.
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

const OPENED_HINT = "On this weekend day or holiday, the school is open and registers can be marked.";

function OpenDay() {
  const [form, fields] = useActionForm<SchoolDaysInput>("open-day");
  return (
    <ActionForm className="p-4 md:p-5" form={form} rejectedTitle="The day was not opened">
      <DateField field={fields.day} hint={OPENED_HINT} label="Day" required />
      <TextField field={fields.reason} label="Reason (optional)" maxLength={MAX_HOLIDAY_TITLE_LENGTH} />
      <Button className="self-start" name="intent" value="open">
        Open as a school day
      </Button>
    </ActionForm>
  );
}

function OpenedDays({ opened }: Pick<SchoolHolidaysView, "opened">) {
  return (
    <ul className="divide-y divide-line max-lg:border-t lg:border-l">
      {opened.length === 0 ? (
        <li className="p-4 text-muted md:p-5">No weekends or holidays are open as school days.</li>
      ) : null}
      {opened.map((day) => (
        <OpenedDay key={day.id} {...day} />
      ))}
    </ul>
  );
}

function OpenedDay({ id, day, reason }: SchoolHolidaysView["opened"][number]) {
  const [form, fields] = useActionForm<SchoolDaysInput>(`close-day-${id}`, { openedDay: id });
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1 pl-4 pr-1 md:pl-5">
      <p className="min-w-0 py-1">
        <span className="block font-semibold">{day}</span>
        {reason ? <span className="block break-words text-13 text-muted">{reason}</span> : null}
      </p>
      <ActionForm className="items-end" form={form} preventScrollReset rejectedTitle="The day was not closed">
        <HiddenField field={fields.openedDay} />
        <Button aria-label={`Close this day: ${day}`} kind="quiet" name="intent" value="close">
          Close this day
        </Button>
      </ActionForm>
    </li>
  );
}
