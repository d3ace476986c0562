import { memo, useEffect, useRef, useState, type KeyboardEvent } from "react";
import {
  isAbsent,
  ATTENDANCE_STATE_WORDS,
  ATTENDANCE_STATES,
  type AttendanceState,
  hasAbsenceReason,
  isAttendanceState,
  LEFT_EARLY,
  nextAttendanceState,
  PRESENT,
} from "#domain/daily/attendance-states.ts";
import { formatClockTime } from "#domain/dates.ts";
import { REGISTER_GROUPS } from "#fields/attendance.ts";
import type { RowSnapshot } from "#saving/client/row-phase.ts";
import { displayedValues, optimisticValues } from "#saving/client/row-state.ts";
import { getBaseVersion } from "#saving/protocol/protocol.ts";
import { rowElementId, isShortcut } from "#saving/screen/field-dom.ts";
import { RowProvider, useRowContext, useFieldController } from "#saving/screen/field/row-context.ts";
import { RowStatus } from "#saving/screen/row-status.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { useCloseOnPressOutside } from "#ui/use-closing.ts";
import type { RegisterRow } from "../register.ts";
import { RegisterEntryPicture } from "./entry-picture.tsx";
import { useRegisterContext } from "./register-context.ts";
import { formatAttendanceState, formatReasonAndNote } from "./row-words.rules.ts";
import type { FieldValues } from "#fields/value.ts";
import { FieldControl } from "#saving/screen/field/field-status.tsx";
import { FieldController, type ControllerDependencies } from "#saving/screen/field-controller.ts";

type EntryRowProps = {
  loaded: RegisterRow;
  /** The unsaved state that was chosen before the register was marked. */ pencilled:
    AttendanceState | undefined;
};

/** Shows one student's entry. Tapping anywhere on the row goes from present to absent, late and back to present. */
export const RegisterStudentEntry = memo(function RegisterStudentEntry({ loaded, pencilled }: EntryRowProps) {
  const { hydrated } = useSaving();
  const { isInk, url, openLink, fields, parts } = useRegisterContext();
  const { controller, note, snapshot } = useEntryController(loaded, pencilled);
  const was = useCorrection(loaded, snapshot);
  if (!snapshot) return null;
  const said = isInk
    ? displayedValues(snapshot.state)
    : { ...loaded.proposed, ...(pencilled && { state: pencilled }) };
  const { row, name, position, before } = loaded;
  const isResting = snapshot.phase === "saved" || snapshot.phase === "blank";
  const context = {
    row,
    fields,
    parts,
    controller,
    note,
    historyUrl: null,
    isOneOfMany: true,
  };
  return (
    <li
      data-before={before ? "" : undefined}
      data-phase={snapshot.phase}
      data-said={hydrated ? said.state : undefined}
      id={rowElementId(row)}
      {...controller.events}
    >
      <span className="place">{position}</span>
      <RegisterEntryPicture
        historyUrl={isInk ? `${url}/history/${row}` : null}
        loaded={loaded}
        openLink={hydrated ? openLink : null}
      />
      <span className="who">
        <span className="name">{name}</span>
        {before && isAbsent(said.state) && isResting ? <span className="before">{before}</span> : null}
        {isResting ? (
          was && <SaveStatus kind="saved">Saved, {was}</SaveStatus>
        ) : (
          <RowStatus
            controller={controller}
            name={name}
            note={note}
            offer={null}
            parts={parts}
            resting=""
            row={row}
            snapshot={snapshot}
          />
        )}
      </span>
      {hydrated ? (
        <button className="press" data-field="state" onClick={controller.next} type="button">
          <span>{formatAttendanceState(said.state)}</span>
          <span className="sr-only">, {name}</span>
        </button>
      ) : (
        <StateList loaded={loaded} said={said.state} />
      )}
      {(hydrated ? isInk && hasAbsenceReason(said.state) : true) ? (
        <RowProvider value={context}>
          <EntryReason said={said} />
        </RowProvider>
      ) : null}
    </li>
  );
});

function useEntryController({ row, name, proposed }: RegisterRow, pencilled: AttendanceState | undefined) {
  const { isInk, write, fields } = useRegisterContext();
  const now = useRef({ isInk, pencilled });
  useEffect(() => {
    now.current = { isInk, pencilled };
  });
  return useFieldController(
    { screen: useSaving(), row, fields },
    (parts) =>
      new EntryController({
        ...parts,
        name,
        atomicGroups: REGISTER_GROUPS,
        root: () => document.getElementById(rowElementId(row)),
        focusNext: focusBelow,
        focusBeside,
        pencil: () =>
          now.current.isInk
            ? null
            : {
                state: now.current.pencilled ?? (proposed.state as AttendanceState),
                write: (state) => write(row, state),
              },
      }),
  );
}

/** Returns text such as 'changed from Absent at 8:31', for corrections on the server or just made on this page. */
function useCorrection({ was }: RegisterRow, snapshot: RowSnapshot | undefined): string | null {
  const { timeZone } = useSaving();
  const stored = snapshot?.state.stored.state ?? null;
  const [seen, see] = useState({ state: stored, was });
  if (stored !== seen.state) {
    const correction =
      seen.state === null
        ? null
        : `changed from ${formatAttendanceState(seen.state)} at ${formatClockTime(new Date(), timeZone)}`;
    see({ state: stored, was: correction });
  }
  return seen.was;
}

/** A select for use without JavaScript. It has an empty option for a student who is not marked yet. */
function StateList({ loaded, said }: { loaded: RegisterRow; said: unknown }) {
  const { row, name } = loaded;
  return (
    <>
      <input name={`base.${row}`} type="hidden" value={getBaseVersion(loaded)} />
      <select
        aria-label={`Attendance, ${name}`}
        className="press"
        defaultValue={String(said ?? "")}
        name={`state.${row}`}
      >
        {said ? null : <option value="">Not marked</option>}
        {ATTENDANCE_STATES.map((state) => (
          <option key={state} value={state}>
            {ATTENDANCE_STATE_WORDS[state]}
          </option>
        ))}
      </select>
    </>
  );
}

/** Shows the reason and note on one line until the line is opened, because most absences have neither. */
function EntryReason({ said }: { said: FieldValues }) {
  const { row, fields } = useRowContext();
  const details = useCloseOnPressOutside(isOverRows);
  const words = formatReasonAndNote(fields, said);
  return (
    <details className="reason" ref={details}>
      <summary>
        <span>{words || "Reason"}</span>
      </summary>
      <div>
        <label htmlFor={`reason.${row}`}>Reason</label>
        <FieldControl className="field-box" field="reason" />
        <label htmlFor={`note.${row}`}>{said.state === LEFT_EARLY ? "Time and note" : "Note"}</label>
        <FieldControl className="field-box" field="note" />
      </div>
    </details>
  );
}

/** Tells whether the open reason covers the rows below, as on a wide screen. */
function isOverRows({ lastElementChild }: HTMLDetailsElement): boolean {
  return lastElementChild !== null && getComputedStyle(lastElementChild).position === "absolute";
}

const FAR = 10_000;
const BUTTONS = "[data-field='state']";

/** Moves the focus down or up the register in reading order. Returns whether there was a row to go to. */
function focusBelow(from: HTMLElement, step: 1 | -1): boolean {
  return focusAt(from, step);
}

/** Moves the focus to the nearest row in the column to the left or to the right. */
function focusBeside(from: HTMLElement, columns: 1 | -1): void {
  const list = from.closest("ol");
  if (!list) return;
  const { left, top, width } = from.getBoundingClientRect();
  const beside = [...list.querySelectorAll<HTMLElement>(BUTTONS)].filter(
    (item) => Math.sign(item.getBoundingClientRect().left - left) === columns,
  );
  const nearest = beside.toSorted((one, other) => distance(one) - distance(other))[0];
  nearest?.focus();

  /**
   * Weights the horizontal distance so that a row in the wrong column is never nearer than a row in the right column.
   */
  function distance(to: HTMLElement): number {
    const place = to.getBoundingClientRect();
    return Math.round(Math.abs(place.left - left) / width) * FAR + Math.abs(place.top - top);
  }
}

function focusAt(from: HTMLElement, steps: number): boolean {
  const all = [...(from.closest("ol")?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])];
  const row = from.closest("li");
  const next = all[all.findIndex((item) => row?.contains(item)) + steps];
  next?.focus();
  return next !== undefined;
}

type EntryParts = ControllerDependencies & {
  name: string;
  /** Reads and writes the unsaved state; null once the register is marked, because each tap is then saved at once. */
  pencil: () => { state: AttendanceState; write: (state: AttendanceState) => void } | null;
  /** Moves the focus to a row in a column to the left (-1) or right (1). */
  focusBeside: (from: HTMLElement, columns: 1 | -1) => void;
};

const COLUMNS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Controls one entry of a register. A tap moves to the next state; a letter such as A chooses a state. */
class EntryController extends FieldController<EntryParts> {
  readonly next = () => {
    const pencil = this.parts.pencil();
    const said = pencil?.state ?? this.shown().state;
    // A student who joined after the register was marked has no state yet.
    this.enter(said == null ? PRESENT : nextAttendanceState(said as AttendanceState));
  };

  override readonly onKeyDown = (event: KeyboardEvent) => {
    const isButton = event.target instanceof HTMLButtonElement && event.target.dataset.field === "state";
    const letter = event.key.toUpperCase();
    const state = isButton && !isShortcut(event) && isAttendanceState(letter) ? letter : undefined;
    const columns = isButton ? COLUMNS[event.key] : undefined;
    if (state || columns) event.preventDefault();
    if (state) this.enter(state);
    else if (columns) this.parts.focusBeside(event.target as HTMLElement, columns);
    else this.takeKey(event);
  };

  /** Enters a state. An earlier reason is restored if the student becomes absent again. */
  enter(state: AttendanceState) {
    const { store, row, name, say, pencil } = this.parts;
    const draft = pencil();
    say(`${name}: ${ATTENDANCE_STATE_WORDS[state]}`);
    if (draft) return draft.write(state);
    const before = this.state();
    const { reason = null, note = null }: FieldValues =
      before && hasAbsenceReason(state) ? optimisticValues(before) : {};
    store.type(row, { state, reason, note });
    store.commitAtRest(row);
  }

  private shown(): FieldValues {
    const state = this.state();
    return state ? displayedValues(state) : {};
  }
}
