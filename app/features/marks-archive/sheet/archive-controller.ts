import type { ClipboardEvent, DragEvent, FocusEvent, MouseEvent } from "react";
import {
  FieldController,
  type AcceptedValue,
  type ControllerDependencies,
} from "#saving/screen/field-controller.ts";
import {
  findControlOfEvent,
  fieldNameOfEvent,
  controlText,
  type FormControl,
} from "#saving/screen/field-dom.ts";
import { displayedValues, storedValues } from "#saving/client/row-state.ts";
import { findArchiveCell } from "#fields/archive.ts";
import { parsePastedCells, type PastedCells } from "#domain/text/pasted-cells.ts";
import { isSingleValue, type PasteTarget } from "../paste/paste.rules.ts";
import { findCellError, type RefusedCell } from "./refused-cell.ts";

type Parts = ControllerDependencies & {
  /** Reports a value that was not saved, in a dialog and under the row. */
  refuse: (refused: RefusedCell) => void;
  /** Handles a paste of several cells, starting at this cell. */
  paste: (at: PasteTarget, pasted: PastedCells) => void;
};

/** Controls one term of the archive. A mark is sent when the focus leaves its cell; a class is sent at once. */
export class ArchiveController extends FieldController<Parts> {
  override get events() {
    const { onPaste, onDrop, onClick } = this;
    return { ...super.events, onPaste, onDrop, onClick };
  }

  override readonly onBlur = (event: FocusEvent) => {
    const control = findControlOfEvent(event.target);
    if (control) this.leave(control);
  };

  /** Selects the cell's text, so that typing replaces the text. */
  override readonly onFocus = (event: FocusEvent) => {
    this.commitRested(event.target);
    select(event.target);
  };

  readonly onClick = (event: MouseEvent) => {
    const { target } = event;
    if (findControlOfEvent(target)) requestAnimationFrame(() => select(target));
  };

  readonly onPaste = (event: ClipboardEvent) => {
    this.pasteCells(event, parsePastedCells(event.clipboardData.getData("text/plain")));
  };

  /**
   * Replaces the cell's text with the dropped text. By default, the browser would insert the text between the digits.
   */
  readonly onDrop = (event: DragEvent) => {
    const { target, dataTransfer } = event;
    const control = findControlOfEvent(target);
    const pasted = parsePastedCells(dataTransfer.getData("text/plain"));
    if (this.pasteCells(event, pasted) || !control || !findArchiveCell(fieldNameOfEvent(target))) return;
    event.preventDefault();
    control.focus();
    control.value = pasted.cells[0]?.[0] ?? "";
    this.take(control);
  };

  /** Handles a paste or drop of several cells. By default, the browser would join their lines into one number. */
  private pasteCells(event: ClipboardEvent | DragEvent, pasted: PastedCells): boolean {
    const field = fieldNameOfEvent(event.target);
    if (!findArchiveCell(field) || isSingleValue(pasted)) return false;
    event.preventDefault();
    this.parts.paste({ row: this.parts.row, field }, pasted);
    return true;
  }

  protected override choose() {
    this.commit();
  }

  /** Removes the field's own note. When the focus leaves the cell, the school's fixed wording is shown. */
  protected override accept(field: string, { value }: AcceptedValue) {
    super.accept(field, { value, note: null });
  }

  protected override goOn(from: HTMLElement, step: 1 | -1) {
    if (this.parts.focusNext(from, step)) return;
    const control = findControlOfEvent(from);
    if (control) this.leave(control);
    select(from);
  }

  private leave(control: FormControl) {
    const field = fieldNameOfEvent(control);
    const state = this.state();
    const isTyped = state !== undefined && field in state.typed;
    const words = isTyped ? findCellError(field, displayedValues(state), this.fields) : null;
    if (!isTyped || words === null) return this.commit();
    const typed = controlText(control);
    const stored = storedValues(state)[field] ?? null;
    this.takeBack(field);
    this.parts.refuse({ row: this.parts.row, field, words, typed, stored });
  }
}

function select(target: EventTarget) {
  if (target instanceof HTMLInputElement) target.select();
}
