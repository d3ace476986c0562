import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from "react";
import { formatDate, formatLongDate } from "#domain/dates.ts";
import { isDay } from "#domain/paths.ts";
import { readDay } from "#domain/text/read-day.ts";
import { classes } from "../../classes.ts";
import { Icon } from "../../page/icon.tsx";
import { useHydrated } from "../../use-hydrated.ts";
import { FieldFrame, type FieldText } from "../field.tsx";
import { fieldBinding, type FormField } from "./fields.tsx";

type DateFieldProps = Omit<FieldText, "error"> & {
  field: FormField;
  /** The first and last day in the calendar; the schema checks typed days. */
  first?: string;
  last?: string;
  required?: boolean;
};

/**
 * A date field, typed as people write dates (`7/9/2026`, `7 Sep 2026`) or picked from the browser's calendar. A
 * browser's own date field writes 7 September as 09/07 where it is set to the United States, so the day is also shown
 * in words. Write a default value with `formatDate`.
 */
export function DateField({ field, ...props }: DateFieldProps) {
  return <TypedDate field={field} key={field.key} {...props} />;
}

function TypedDate({ field, label, hint, aside, first, last, required }: DateFieldProps) {
  const { id, name, error, defaultValue = "" } = fieldBinding(field);
  const box = useRef<HTMLInputElement>(null);
  const [day, setDay] = useState(() => dayIn(defaultValue));

  // The person may have typed before script loaded.
  useEffect(() => setDay(dayIn(box.current?.value ?? "")), []);

  function pick(picked: string) {
    if (!box.current || picked === "") return;
    box.current.value = formatDate(picked);
    box.current.dispatchEvent(new Event("input", { bubbles: true }));
    box.current.focus();
  }

  return (
    <FieldFrame aside={aside} error={error} hint={hint} id={id} label={label}>
      <div className="relative">
        <input
          aria-describedby={classes(hint ? `${id}-hint` : null, `${id}-day`, error ? `${id}-error` : null)}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          className="field-box pr-12"
          defaultValue={defaultValue}
          id={id}
          name={name}
          onInput={(event: FormEvent<HTMLInputElement>) => setDay(dayIn(event.currentTarget.value))}
          ref={box}
          required={required}
          type="text"
        />
        <CalendarButton day={day} first={first} id={id} last={last} onPick={pick} />
      </div>
      <p className="mt-1 text-13 text-muted" id={`${id}-day`}>
        {day ? formatLongDate(day) : "Day first, like 7/9/2026"}
      </p>
    </FieldFrame>
  );
}

type CalendarButtonProps = Pick<DateFieldProps, "first" | "last"> & {
  id: string;
  day: string | null;
  onPick: (day: string) => void;
};

/** Opens the calendar of a browser's own date field, which is hidden under the button and is not sent. */
function CalendarButton({ id, day, first, last, onPick }: CalendarButtonProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  if (!hydrated || !("showPicker" in HTMLInputElement.prototype)) return null;

  function open() {
    if (!calendar.current) return;
    calendar.current.value = day ?? "";
    calendar.current.showPicker();
  }

  return (
    <>
      <input
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-1 w-10 opacity-0"
        form=""
        max={last}
        min={first}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onPick(event.currentTarget.value)}
        ref={calendar}
        tabIndex={-1}
        type="date"
      />
      <button
        aria-controls={id}
        aria-label="Open calendar"
        className="absolute inset-y-1 right-1 grid w-10 place-items-center rounded-sm text-red hover:text-red-deep"
        onClick={open}
        type="button"
      >
        <Icon name="calendar" />
      </button>
    </>
  );
}

function dayIn(text: string): string | null {
  const day = readDay(text);
  return isDay(day) ? day : null;
}
