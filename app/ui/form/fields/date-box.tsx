import { useEffect, useRef, useState, type ComponentPropsWithoutRef, type KeyboardEvent } from "react";
import { addDays, formatDate, formatLongDate, SCHOOL_TIME_ZONE, toCalendarDay } from "#domain/dates.ts";
import { findDayFault, parseExistingDay, parseTypedMoment, type DayRange } from "#domain/text/read-day.ts";
import { joinClassNames } from "../../classes.ts";
import { Icon } from "../../page/icon.tsx";
import { useHydrated } from "../../use-hydrated.ts";

type DateBoxProps = {
  id: string;
  name: string;
  /** A day as `2026-09-07` or as people write dates, or a text that was rejected. */
  value?: string;
  /** The first and last accepted day. */
  first?: string | undefined;
  last?: string | undefined;
  /** True for a date of birth, in which a year with two digits is in the past. */
  isBirth?: boolean | undefined;
  /** The names of holidays by their days, which are accepted, but named beside the field. */
  holidays?: DayRange["holidays"];
  /** The server's reason for rejecting the value. It disappears when the person types something else. */
  error?: string | undefined;
  describedBy?: string | undefined;
  /** True for a date with a time, `2026-09-07T16:00`. */
  hasTime?: boolean | undefined;
  /** True in a table: the arrow keys move to other rows, and only screen readers get the day in words. */
  isCompact?: boolean;
  /** Called when another day is complete: the person leaves the field, presses Enter or picks a day in the calendar. */
  onDay?: ((day: string) => void) | undefined;
} & Omit<ComponentPropsWithoutRef<"input">, "id" | "name" | "value" | "defaultValue" | "type">;

const EARLIEST = "0001-01-01";
const LATEST = "9999-12-31";
const DAY_LENGTH = EARLIEST.length;

/** The differences between a date and a date with a time. */
const DAY = {
  read: parseExistingDay,
  write: formatDate,
  words: formatLongDate,
  fault: (text: string) => findDayFault(text, { from: EARLIEST, to: LATEST }),
  hint: "Day, month, year, like 7/9/2026",
  picker: "date",
};
const MOMENT: typeof DAY = {
  read: parseTypedMoment,
  write: (moment) => `${formatDate(moment.slice(0, DAY_LENGTH))}, ${moment.slice(DAY_LENGTH + 1)}`,
  words: (moment) => `${formatLongDate(moment.slice(0, DAY_LENGTH))}, ${moment.slice(DAY_LENGTH + 1)}`,
  fault: (text) =>
    parseTypedMoment(text) === null ? "Enter a date and time, like 7 September 2026, 16:00" : null,
  hint: "Day, month, year and time, like 7/9/2026 16:00",
  picker: "datetime-local",
};

/**
 * A text box for a date, typed as people write dates (`7/9/2026`, `7 Sep 2026`) or picked from the browser's calendar,
 * with the day in words beside the box. A browser's own date field would show 7 September as 09/07 if the browser is
 * set to the United States. An invalid text is rejected only when the person leaves the field.
 */
export function DateBox({ value = "", error, describedBy, isCompact = false, ...props }: DateBoxProps) {
  const { id, first, last, isBirth, holidays, hasTime, onDay, className, ...attributes } = props;
  const form = hasTime ? MOMENT : DAY;
  const box = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const [initial] = useState(() => (form.read(value) === value ? form.write(value) : value));
  const typed = useTypedText(value, box);
  const read = (text: string) => form.read(text, isBirth ? last : undefined);
  const faultOf = (text: string) => {
    if (text.trim() === "") return null;
    const day = read(text) ?? text;
    return first !== undefined && last !== undefined
      ? findDayFault(day, { from: first, to: last })
      : form.fault(day);
  };
  const fault = typed.isLeft ? faultOf(typed.text) : null;
  const message = typed.isServed && error ? error : fault && `${fault}.`;

  function put(day: string) {
    if (!box.current) return;
    box.current.value = form.write(day);
    box.current.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function pick(day: string) {
    if (day === "") return;
    put(day);
    box.current?.focus();
    onDay?.(day);
  }

  function leave() {
    if (!box.current) return;
    const day = read(box.current.value);
    if (day !== null) box.current.value = form.write(day);
    typed.leave(box.current.value);
    if (day !== null && day !== read(value) && faultOf(day) === null) onDay?.(day);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { altKey, ctrlKey, metaKey, key, currentTarget } = event;
    if (altKey && key === "ArrowDown") showCalendar(calendar.current, read(currentTarget.value));
    else if (isCompact || altKey || ctrlKey || metaKey) return;
    else if (key === "Enter" && onDay) leave();
    else {
      const { value: text, selectionStart, selectionEnd } = currentTarget;
      const isWhole = selectionStart === 0 && selectionEnd === text.length;
      const day = hasTime ? null : dayByKey(key, { day: read(text), isWhole });
      if (day === null) return;
      put(day);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="group/day flex flex-wrap items-center gap-x-3 gap-y-1">
      <div
        className={joinClassNames(
          "relative w-full max-w-full self-start",
          !isCompact && (hasTime ? "md:w-56" : "md:w-44"),
        )}
      >
        <input
          {...attributes}
          aria-describedby={joinClassNames(describedBy, `${id}-day`)}
          aria-keyshortcuts="Alt+ArrowDown"
          aria-invalid={message ? true : attributes["aria-invalid"]}
          autoComplete="off"
          className={joinClassNames(className ?? "field-box", isCompact ? "!pr-8 touch:!pr-12" : "!pr-12")}
          data-date=""
          defaultValue={initial}
          id={id}
          inputMode="numeric"
          onBlur={leave}
          onInput={({ currentTarget }) => typed.type(currentTarget.value)}
          onKeyDown={onKeyDown}
          ref={box}
          type="text"
        />
        <CalendarButton
          box={calendar}
          first={first}
          id={id}
          isCompact={isCompact}
          last={last}
          onOpen={() => showCalendar(calendar.current, read(box.current?.value ?? ""))}
          onPick={(picked) => pick(read(picked) ?? "")}
          picker={form.picker}
        />
      </div>
      <DayWords
        hint={form.hint}
        holiday={holidays?.[read(typed.text) ?? ""]}
        id={`${id}-day`}
        isCompact={isCompact}
        message={message}
        words={formatted(read(typed.text), form.words)}
      />
    </div>
  );
}

/**
 * Keeps the text of the box. The person types the text, the server sends it, or the page replaces it when another value
 * is stored.
 */
function useTypedText(value: string, box: { current: HTMLInputElement | null }) {
  const [served, setServed] = useState(value);
  const [state, setState] = useState({ text: value, isLeft: false, isServed: true });
  if (served !== value) {
    setServed(value);
    setState({ ...state, text: value });
  }

  // The person may have typed before the script loaded.
  useEffect(() => setState((before) => ({ ...before, text: box.current?.value ?? "" })), [box]);

  return {
    ...state,
    type: (text: string) => setState({ text, isLeft: false, isServed: false }),
    leave: (text: string) => setState((before) => ({ ...before, text, isLeft: true })),
  };
}

type DayWordsProps = {
  id: string;
  words: string | null;
  hint: string;
  holiday: string | undefined;
  message: string | null;
  isCompact: boolean;
};

function DayWords({ id, words, hint, holiday, message, isCompact }: DayWordsProps) {
  const closed =
    holiday && !message ? (
      <span className="block text-13 font-semibold text-waiting">{holiday}, no school</span>
    ) : null;
  if (isCompact)
    return closed ? (
      <span id={id}>
        <span className="sr-only">{words}, </span>
        {closed}
      </span>
    ) : (
      <span className="sr-only" id={id}>
        {message ?? words}
      </span>
    );
  return (
    <p
      aria-live="polite"
      className={joinClassNames(
        "min-w-0 flex-1 basis-40 text-13",
        message ? "flex gap-1.5 font-semibold text-refused" : "text-muted",
        words && !message && "group-focus-within/day:text-ink",
      )}
      id={id}
    >
      {message ? <Icon className="mt-px" name="refused" /> : null}
      <span>
        {message ?? words ?? hint}
        {closed}
      </span>
    </p>
  );
}

type CalendarButtonProps = Pick<DateBoxProps, "id" | "first" | "last"> & {
  box: { current: HTMLInputElement | null };
  picker: string;
  isCompact: boolean;
  onOpen: () => void;
  onPick: (day: string) => void;
};

/**
 * Opens the calendar of a native date field, which is hidden under the button and is not sent. On the keyboard, Alt and
 * the down arrow open the calendar from the text box, so the Tab key skips this button.
 */
function CalendarButton({ id, first, last, box, picker, isCompact, onOpen, onPick }: CalendarButtonProps) {
  const hydrated = useHydrated();
  if (!hydrated || !("showPicker" in HTMLInputElement.prototype)) return null;
  return (
    <>
      <input
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-0 w-10 opacity-0"
        form=""
        max={last}
        min={first}
        onChange={({ currentTarget }) => onPick(currentTarget.value)}
        ref={box}
        tabIndex={-1}
        type={picker}
      />
      <button
        aria-controls={id}
        aria-label="Open calendar"
        className={joinClassNames(
          "absolute inset-y-px right-px grid place-items-center rounded-r border-l border-line-2 text-red hover:text-red-deep touch:w-11",
          isCompact ? "w-7" : "w-10",
        )}
        onClick={onOpen}
        tabIndex={-1}
        type="button"
      >
        <Icon name="calendar" />
      </button>
    </>
  );
}

function showCalendar(calendar: HTMLInputElement | null, day: string | null) {
  if (!calendar) return;
  calendar.value = day ?? "";
  calendar.showPicker();
}

type Typed = { day: string | null; isWhole: boolean };

/**
 * Returns the day that a key selects, if the box is empty or all of its text is selected. An arrow key selects the
 * day before or after; T selects today at the school, whatever the device's time zone is.
 */
function dayByKey(key: string, { day, isWhole }: Typed): string | null {
  if (isWhole && key.toLowerCase() === "t") return toCalendarDay(new Date(), SCHOOL_TIME_ZONE);
  if (day === null) return null;
  return key === "ArrowUp" ? addDays(day, 1) : key === "ArrowDown" ? addDays(day, -1) : null;
}

function formatted(day: string | null, format: (day: string) => string): string | null {
  return day === null ? null : format(day);
}
