import { memo, useEffect, useRef, useState } from "react";

import { ABSENT, STATE_WORDS, STATES, type AttendanceState } from "#domain/daily/attendance-states.ts";
import { clockTime } from "#domain/dates.ts";
import { REGISTER_FIELDS, REGISTER_GROUPS } from "#fields/attendance.ts";
import type { RowSnapshot } from "#saving/client/row-phase.ts";
import { shownValues } from "#saving/client/row-state.ts";
import { baseOf } from "#saving/protocol/loaded-row.ts";
import { rowId } from "#saving/screen/field-dom.ts";
import { RowProvider } from "#saving/screen/field/row-context.ts";
import { useFieldController } from "#saving/screen/field/use-field-controller.ts";
import { RowStatus } from "#saving/screen/row-status.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import type { RegisterRow } from "../register.ts";
import { isAway } from "../save/entry.rules.ts";
import { EntryController } from "./entry-controller.ts";
import { EntryPicture } from "./entry-picture.tsx";
import { EntryReason } from "./entry-reason.tsx";
import { focusBeside, focusBelow } from "./focus-entry.ts";
import { PARTS, useRegister } from "./register-context.ts";
import { stateWords } from "./row-words.rules.ts";

type EntryRowProps = {
  loaded: RegisterRow;
  /** What was tapped before the register is marked. */ pencilled: AttendanceState | undefined;
};

/** One student: the whole row is the target, and a tap goes on from present to absent, late and back. */
export const EntryRow = memo(function EntryRow({ loaded, pencilled }: EntryRowProps) {
  const { hydrated } = useSaving();
  const { isInk, url, openLink } = useRegister();
  const { controller, note, snapshot } = useEntryController(loaded, pencilled);
  const was = useCorrection(loaded, snapshot);
  if (!snapshot) return null;
  const said = isInk
    ? shownValues(snapshot.state)
    : { ...loaded.proposed, ...(pencilled && { state: pencilled }) };
  const { row, name, position, before } = loaded;
  const isResting = snapshot.phase === "saved" || snapshot.phase === "blank";
  const context = {
    row,
    fields: REGISTER_FIELDS,
    parts: PARTS,
    controller,
    note,
    historyUrl: null,
    isOneOfMany: true,
  };
  return (
    <li
      data-phase={snapshot.phase}
      data-said={hydrated ? said.state : undefined}
      id={rowId(row)}
      {...controller.events}
    >
      <span className="place">{position}</span>
      <EntryPicture
        historyUrl={isInk ? `${url}/history/${row}` : null}
        loaded={loaded}
        openLink={hydrated ? openLink : null}
      />
      <span className="who">
        <span className="name">{name}</span>
        {before && said.state === ABSENT && isResting ? <span className="before">{before}</span> : null}
        {isResting ? (
          was && <SaveStatus kind="saved">Saved, {was}</SaveStatus>
        ) : (
          <RowStatus
            controller={controller}
            name={name}
            note={note}
            offer={null}
            parts={PARTS}
            resting=""
            row={row}
            snapshot={snapshot}
          />
        )}
      </span>
      {hydrated ? (
        <button className="press" data-field="state" onClick={controller.next} type="button">
          <span>{stateWords(said.state)}</span>
          <span className="sr-only">, {name}</span>
        </button>
      ) : (
        <StateList loaded={loaded} said={said.state} />
      )}
      {(hydrated ? isInk && isAway(said) : true) ? (
        <RowProvider value={context}>
          <EntryReason said={said} />
        </RowProvider>
      ) : null}
    </li>
  );
});

function useEntryController({ row, name, proposed }: RegisterRow, pencilled: AttendanceState | undefined) {
  const { isInk, write } = useRegister();
  const now = useRef({ isInk, pencilled });
  useEffect(() => {
    now.current = { isInk, pencilled };
  });
  return useFieldController(
    { screen: useSaving(), row, fields: REGISTER_FIELDS },
    (parts) =>
      new EntryController({
        ...parts,
        name,
        atomicGroups: REGISTER_GROUPS,
        root: () => document.getElementById(rowId(row)),
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

/** 'was Absent until 8:31': as it was served, or as it was saved on this page since. */
function useCorrection({ was }: RegisterRow, snapshot: RowSnapshot | undefined): string | null {
  const { timeZone } = useSaving();
  const stored = snapshot?.state.stored.state ?? null;
  const [seen, see] = useState({ state: stored, was });
  if (stored !== seen.state) {
    const until =
      seen.state === null ? null : `was ${stateWords(seen.state)} until ${clockTime(new Date(), timeZone)}`;
    see({ state: stored, was: until });
  }
  return seen.was;
}

/** Before script arrives; with one state too few where somebody is not marked yet. */
function StateList({ loaded, said }: { loaded: RegisterRow; said: unknown }) {
  const { row, name } = loaded;
  return (
    <>
      <input name={`base.${row}`} type="hidden" value={baseOf(loaded)} />
      <select
        aria-label={`Attendance, ${name}`}
        className="press"
        defaultValue={String(said ?? "")}
        name={`state.${row}`}
      >
        {said ? null : <option value="">Not marked</option>}
        {STATES.map((state) => (
          <option key={state} value={state}>
            {STATE_WORDS[state]}
          </option>
        ))}
      </select>
    </>
  );
}
