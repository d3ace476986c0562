import { Form, Link, useSubmit } from "@remix-run/react";
import { useId, useRef, type ReactNode } from "react";
import { joinClassNames } from "../classes.ts";
import { Icon } from "../page/icon.tsx";
import { useCloseOnPressOutside } from "../use-closing.ts";
import { useHydrated } from "../use-hydrated.ts";
import { Button } from "../form/button.tsx";
import { DateBox } from "../form/fields/date-box.tsx";

type DayPickerProps = {
  /** The day as `2026-06-26`; `words` is `Fri 26 Jun 2026`. */
  day: string;
  words: ReactNode;
  /** The last day that can be chosen. */
  latest: string;
  /** The addresses of the neighbouring school days; null where there is none. */
  previousTo: string | null;
  nextTo: string | null;
  /** The address to which the form for another day is sent. The default is the page itself. */
  action?: string;
  /** Hidden fields with the other parameters of the address. */
  children?: ReactNode;
};

const STEP = "grid min-h-10 w-12 place-items-center touch:min-h-11";

/**
 * The day that the page shows, between links to the previous and the next school day. A press on the day opens a field
 * for another day.
 */
export function DayPicker({ day, words, latest, previousTo, nextTo, action, children }: DayPickerProps) {
  const details = useCloseOnPressOutside();
  return (
    <div className="flex rounded border border-field bg-paper font-semibold print:hidden">
      <Step icon="chevron-left" label="Previous school day" to={previousTo} />
      <details className="relative grow border-x border-line-2" key={day} ref={details}>
        <summary className="flex min-h-10 cursor-pointer list-none items-center justify-center gap-2 px-2 sm:gap-3 sm:px-4 hover:text-red touch:min-h-11 [&::-webkit-details-marker]:hidden">
          <Icon className="text-red max-[359px]:hidden" name="calendar" />
          {words}
          <span className="sr-only">, choose another day</span>
        </summary>
        <OtherDay action={action} day={day} latest={latest}>
          {children}
        </OtherDay>
      </details>
      <Step icon="chevron-right" label="Next school day" to={nextTo} />
    </div>
  );
}

type StepProps = { icon: "chevron-left" | "chevron-right"; label: string; to: string | null };

function Step({ icon, label, to }: StepProps) {
  const face = (
    <>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </>
  );
  if (to === null)
    return (
      <span aria-disabled="true" className={joinClassNames(STEP, "text-field")}>
        {face}
      </span>
    );
  return (
    <Link className={STEP} preventScrollReset replace to={to}>
      {face}
    </Link>
  );
}

/**
 * The field for another day. With JavaScript, the page loads when a day is picked, or when the person leaves the field
 * after typing a day.
 */
function OtherDay({
  action,
  day,
  latest,
  children,
}: Omit<DayPickerProps, "words" | "previousTo" | "nextTo">) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  function show(chosen: string) {
    if (!form.current) return;
    const fields = new FormData(form.current);
    fields.set("date", chosen);
    submit(fields, { action, method: "get", preventScrollReset: true, replace: true });
  }

  return (
    <Form
      action={action}
      className="absolute inset-x-0 top-full z-20 flex items-end gap-2 rounded border border-field bg-paper p-3 md:left-auto md:w-max"
      method="get"
      preventScrollReset
      ref={form}
      replace
    >
      {children}
      <div className="grow font-normal">
        <label className="block text-13 text-muted" htmlFor={id}>
          Another day
        </label>
        <DateBox
          first={EARLIEST}
          id={id}
          last={latest}
          name="date"
          onDay={hydrated ? show : undefined}
          required
          value={day}
        />
      </div>
      {hydrated ? null : <Button>Show</Button>}
    </Form>
  );
}

/** The first day that can be typed. It is before any register was taken. */
const EARLIEST = "2000-01-01";
