import type { KeyboardEvent } from "react";

import { nextState, PRESENT, STATE_WORDS, type AttendanceState } from "#domain/daily/attendance-states.ts";
import type { Values } from "#fields/value.ts";
import { shownValues, storedValues } from "#saving/client/row-state.ts";
import { FieldController, type ControllerParts } from "#saving/screen/field-controller.ts";
import { isShortcut } from "#saving/screen/field-dom.ts";

import { isAway } from "../save/entry.rules.ts";

export type EntryParts = ControllerParts & {
  /** Whose row it is. */
  name: string;
  /** Null from when the register is marked: before that a tap is pencil. */
  pencil: () => { state: AttendanceState; write: (state: AttendanceState) => void } | null;
  /** To the button so many columns to the right. */
  focusBeside: (from: HTMLElement, columns: 1 | -1) => void;
};

const BY_LETTER: Readonly<Record<string, AttendanceState>> = { a: "A", l: "L", p: "P" };
const COLUMNS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A row of a register: a tap goes on to the next state, letters say it, and a reason is typed like any other field. */
export class EntryController extends FieldController<EntryParts> {
  readonly next = () => {
    const pencil = this.parts.pencil();
    const said = pencil?.state ?? this.shown().state;
    // Of who joined a register that is marked nothing is said yet.
    this.enter(said == null ? PRESENT : nextState(said as AttendanceState));
  };

  override readonly onKeyDown = (event: KeyboardEvent) => {
    const isButton = event.target instanceof HTMLButtonElement && event.target.dataset.field === "state";
    const state = isButton && !isShortcut(event) ? BY_LETTER[event.key.toLowerCase()] : undefined;
    const columns = isButton ? COLUMNS[event.key] : undefined;
    if (state || columns) event.preventDefault();
    if (state) this.enter(state);
    else if (columns) this.parts.focusBeside(event.target as HTMLElement, columns);
    else this.takeKey(event);
  };

  /** What was said of an absence before comes back with it: a tap too many takes nothing away. */
  enter(state: AttendanceState) {
    const { store, row, name, say, pencil } = this.parts;
    const draft = pencil();
    say(`${name}: ${STATE_WORDS[state]}`);
    if (draft) return draft.write(state);
    const before = this.state();
    const { reason = null, note = null }: Values = before && isAway({ state }) ? storedValues(before) : {};
    store.type(row, { state, reason, note });
    store.commitAtRest(row);
  }

  private shown(): Values {
    const state = this.state();
    return state ? shownValues(state) : {};
  }
}
