import type { ClipboardEvent, FocusEvent, MouseEvent } from "react";
import { FieldController, type Accepted, type ControllerParts } from "#saving/screen/field-controller.ts";
import { controlOf, fieldName, textOf, type Control } from "#saving/screen/field-dom.ts";
import { displayedValues, storedValues } from "#saving/client/row-state.ts";
import { archiveCell } from "#fields/archive.ts";
import { pastedCells, type Pasted } from "#domain/text/pasted-cells.ts";
import { isSingle, type PasteAt } from "../paste/paste.rules.ts";
import { cellFault, type RefusedCell } from "./refused-cell.ts";

type Parts = ControllerParts & {
  /** Reports a value that was not kept, in a dialog and under the row. */
  refuse: (refused: RefusedCell) => void;
  /** Handles a paste of several cells from this one on. */
  paste: (at: PasteAt, pasted: Pasted) => void;
};

/**
 * Controls a term of the archive. A cell is sent when the focus leaves it and it has a mark and a class; a class is
 * sent at once.
 */
export class ArchiveController extends FieldController<Parts> {
  override get events() {
    return { ...super.events, onPaste: this.onPaste, onClick: this.onClick };
  }

  override readonly onBlur = (event: FocusEvent) => {
    const control = controlOf(event.target);
    if (control) this.leave(control);
  };

  /** Selects the cell's text, so that typing replaces the text. */
  override readonly onFocus = (event: FocusEvent) => {
    this.commitRested(event.target);
    select(event.target);
  };

  readonly onClick = (event: MouseEvent) => {
    const { target } = event;
    if (controlOf(target)) requestAnimationFrame(() => select(target));
  };

  readonly onPaste = (event: ClipboardEvent) => {
    const field = fieldName(event.target);
    const pasted = pastedCells(event.clipboardData.getData("text/plain"));
    if (!archiveCell(field) || isSingle(pasted)) return;
    event.preventDefault();
    this.parts.paste({ row: this.parts.row, field }, pasted);
  };

  protected override choose() {
    this.commit();
  }

  /** Drops the note: a fault is reported when the focus leaves the cell, in the school's fixed wording. */
  protected override accept(field: string, { value }: Accepted) {
    super.accept(field, { value, note: null });
  }

  protected override goOn(from: HTMLElement, step: 1 | -1) {
    if (this.parts.focusNext(from, step)) return;
    const control = controlOf(from);
    if (control) this.leave(control);
    select(from);
  }

  private leave(control: Control) {
    const field = fieldName(control);
    const state = this.state();
    const isTyped = state !== undefined && field in state.typed;
    const words = isTyped ? cellFault(field, displayedValues(state), this.fields) : null;
    if (!isTyped || words === null) return this.commit();
    const typed = textOf(control);
    const stored = storedValues(state)[field] ?? null;
    this.takeBack(field);
    this.parts.refuse({ row: this.parts.row, field, words, typed, stored });
  }
}

function select(target: EventTarget) {
  if (target instanceof HTMLInputElement) target.select();
}
