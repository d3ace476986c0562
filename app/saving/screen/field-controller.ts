import type { FocusEvent, FormEvent, KeyboardEvent } from "react";
import type { FieldKind } from "#fields/kind.ts";
import { withAtomicGroups, type AtomicGroups, type RecordFields } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import { displayedValues, type RowState } from "../client/row-state.ts";
import type { SavingStore } from "../client/saving-store.ts";
import * as dom from "./field-dom.ts";
import type { FormControl } from "./field-dom.ts";
import type { FieldInputNote } from "./conflicts.rules.ts";

export type ControllerDependencies = {
  store: SavingStore;
  row: string;
  fields: RecordFields;
  /** Groups of fields that belong together and are discarded together. */
  atomicGroups: AtomicGroups;
  root: () => HTMLElement | null;
  /** Moves the focus to the next or previous field. Returns whether there was one. */
  focusNext: (from: HTMLElement, step: 1 | -1) => boolean;
  /** Shows a note beside the field until the next action. Null removes the note. */
  show: (note: FieldInputNote | null) => void;
  say: (words: string) => void;
};

/** The value of a field, with a note about how the field's text was read. */
export type AcceptedValue = { value: FieldValue; note: Omit<FieldInputNote, "field"> | null };

/** Handles actions in the fields of one row: typing, choosing, leaving, and keys that move to other fields. */
export class FieldController<Parts extends ControllerDependencies = ControllerDependencies> {
  protected readonly parts: Parts;
  protected fields: RecordFields;
  /** The field in which the keyboard is moving through options. Options that it passes are not saved. */
  private passing: string | null = null;

  constructor(parts: Parts) {
    this.parts = parts;
    this.fields = parts.fields;
  }

  /** Replaces the fields, because new page data may have other options. */
  setFields(fields: RecordFields) {
    this.fields = fields;
  }

  /** The event handlers for the element that contains the row's fields. */
  get events() {
    const { onInput, onKeyDown, onPointerDown, onFocus, onBlur } = this;
    return { onInput, onKeyDown, onPointerDown, onFocus, onBlur };
  }

  readonly onInput = (event: FormEvent) => {
    const control = dom.findControlOfEvent(event.target);
    if (control) this.take(control);
  };

  readonly onKeyDown = (event: KeyboardEvent): void => void this.takeKey(event);

  readonly onPointerDown = () => {
    this.passing = null;
  };

  readonly onFocus = (event: FocusEvent) => this.commitRested(event.target);

  /** Commits a field when the focus moves to another. Chosen options are committed together, to need few saves. */
  readonly onBlur = (event: FocusEvent) => {
    if (!dom.fieldNameOfEvent(event.target)) return;
    const [from, to] = [dom.findControlOfEvent(event.target), dom.findControlOfEvent(event.relatedTarget)];
    // An arrow key moves between the radio buttons of one field. Names are compared, because other rows have the same
    // fields.
    if (from && to && dom.isRadio(from) && from.name === to.name) return;
    const isPassed = this.passing !== null;
    this.passing = null;
    if (!from || !to || !dom.isChoiceControl(from) || !dom.isChoiceControl(to)) this.commit();
    else if (isPassed) this.choose();
  };

  /** Commits everything that is typed, so that it can be sent. */
  commit() {
    this.parts.store.commit(this.parts.row);
    this.write("all");
  }

  /** Discards the text typed in a field. Committed values of other fields are still sent. */
  takeBack(field: string) {
    const { store, row, atomicGroups } = this.parts;
    if (store.stopResting(row)) store.commit(row);
    store.putBack(row, withAtomicGroups([field], atomicGroups));
    this.rewrite();
  }

  /** Writes all values into their fields, including the field being typed in, after an action that changes the row. */
  rewrite() {
    this.write("all");
    this.note(null);
  }

  /** Writes the row's values into its fields: into all of them, or into all except the field being typed in. */
  write(which: "untouched" | "all") {
    const [root, state] = [this.parts.root(), this.state()];
    if (root && state) dom.writeFields(root, displayedValues(state), which);
  }

  focus(field: string) {
    dom.findFieldControl(this.parts.root() ?? document, field)?.focus();
  }

  /** Reads the value of a control that was typed in or chosen. */
  protected take(control: FormControl) {
    const field = dom.fieldNameOfEvent(control);
    const state = this.state();
    const before = (state && displayedValues(state)[field]) ?? null;
    const typed = this.kindOf(field)?.typed(dom.controlText(control), before);
    if (!typed) return;
    dom.setControlText(control, typed.text);
    // Stops the timer of a chosen option, because the timer would commit the row in the middle of typing.
    const { store, row } = this.parts;
    store.stopResting(row);
    this.accept(field, typed);
    if (dom.isChoiceControl(control) && field !== this.passing) this.choose();
  }

  /** Saves a chosen option without waiting until the focus leaves the field. */
  protected choose() {
    this.parts.store.commitAtRest(this.parts.row);
  }

  protected accept(field: string, { value, note }: AcceptedValue) {
    this.parts.store.type(this.parts.row, { [field]: value });
    this.note(note, field);
  }

  /** Commits a chosen option before typing begins, because typing would delay the save. */
  protected commitRested(goesTo: EventTarget) {
    const control = dom.findControlOfEvent(goesTo);
    const { store, row } = this.parts;
    if (control && !dom.isChoiceControl(control) && store.stopResting(row)) store.commit(row);
  }

  /** Handles a key. Returns whether the key needs no further handling. */
  protected takeKey(event: KeyboardEvent): boolean {
    const { target, key } = event;
    const field = dom.fieldNameOfEvent(target);
    if (!field || dom.isShortcut(event)) return true;
    const control = dom.findControlOfEvent(target);
    if (control && dom.hasArrowKeyOptions(control)) {
      this.passing = key === "Enter" ? null : field;
      if (key === "Enter" && control instanceof HTMLSelectElement) this.choose();
    }
    const isByLetter = control !== null && dom.isRadio(control) && this.chooseByKey(control, key);
    const step = dom.fieldStepOfKey(key, target);
    if (!isByLetter && !step && key !== "Escape") return false;
    event.preventDefault();
    if (isByLetter) return true;
    if (step) this.goOn(target as HTMLElement, step);
    else this.takeBack(field);
    return true;
  }

  protected goOn(from: HTMLElement, step: 1 | -1) {
    this.parts.focusNext(from, step);
  }

  protected note(note: AcceptedValue["note"], field = "") {
    this.parts.show(note && { ...note, field });
    if (note) this.parts.say(note.words);
  }

  protected kindOf(field: string): FieldKind | undefined {
    return this.fields.get(field)?.kind;
  }

  protected state(): RowState | undefined {
    return this.parts.store.rows.row(this.parts.row)?.state;
  }

  private chooseByKey(radio: HTMLInputElement, key: string): boolean {
    const chosen = dom.checkRadioByKey(radio, key);
    if (chosen !== undefined) this.passing = null;
    if (chosen) {
      this.take(chosen);
      if (!this.parts.focusNext(radio, 1)) chosen.focus();
    } else if (chosen === null) {
      this.accept(dom.fieldNameOfEvent(radio), { value: null, note: null });
      this.choose();
    }
    return chosen !== undefined;
  }
}
