import { type ClipboardEvent, type DragEvent, type FocusEvent, type KeyboardEvent, useEffect } from "react";
import { formatTooLong } from "#domain/text/storable-text.ts";
import { createTypedInputNote } from "#fields/kind.ts";
import { findFieldTitle } from "#fields/record.ts";
import { optimisticValues } from "#saving/client/row-state.ts";
import { FieldController, type AcceptedValue } from "#saving/screen/field-controller.ts";
import {
  findControlOfEvent,
  fieldNameOfEvent,
  findFieldControl,
  getSelectionLength,
  type FormControl,
} from "#saving/screen/field-dom.ts";
import { formatTextCut, formatFieldFull } from "#saving/screen/conflicts.rules.ts";
import { listFieldsNeedingAttention } from "../bar/save-state.rules.ts";
import { EMPTY_COMMENT_MESSAGE } from "../../save/record.rules.ts";

/** Controls the fields of a report. Clearing the teacher's comment needs a confirmation. */
export class ReportFieldController extends FieldController {
  /** The fields that the cursor has been in. */
  private readonly visited = new Set<string>();
  /** A note that inserted text did not fit as a whole. It appears as soon as the part that fits is in the field. */
  private cut: string | null = null;

  override get events() {
    return { ...super.events, onPaste: this.onPaste, onDrop: this.onDrop };
  }

  readonly onPaste = ({ target, clipboardData }: ClipboardEvent) => {
    const control = findControlOfEvent(target);
    if (control) this.noteCut(control, clipboardData.getData("text/plain"), getSelectionLength(control));
  };

  /**
   * Prepares a note if dropped text will not fit. A drop replaces no selected text. The note waits until the browser
   * has inserted the text. If it appeared earlier, the field could move and the text would be dropped beside it.
   */
  readonly onDrop = ({ target, dataTransfer }: DragEvent) => {
    const control = findControlOfEvent(target);
    const text = dataTransfer.getData("text/plain");
    if (!control) return;
    const before = control.value.length;
    setTimeout(() => {
      this.noteCut(control, text, control.value.length - before);
      this.cut = null;
    });
  };

  override readonly onFocus = (event: FocusEvent) => {
    this.visited.add(fieldNameOfEvent(event.target));
    this.commitRested(event.target);
  };

  override readonly onKeyDown = (event: KeyboardEvent) => {
    if (this.takeKey(event) || event.key.length > 1) return;
    const control = findControlOfEvent(event.target);
    const kind = this.kindOf(fieldNameOfEvent(event.target));
    if (!control || kind?.stopsAt === undefined) return;
    if (control.value.length >= kind.stopsAt && getSelectionLength(control) === 0)
      this.note(createTypedInputNote(formatFieldFull(kind.stopsAt)), fieldNameOfEvent(control));
  };

  /** Returns the titles of the unsaved fields, such as 'Principal's Comments'; empty if everything is saved. */
  unsaved(): string {
    const { sent, typed } = this.state() ?? {};
    return this.titlesOf(Object.keys({ ...sent, ...typed }));
  }

  /** Returns the titles of the unsaved fields that need the user's attention. */
  atIssue(): string {
    return this.titlesOf(listFieldsNeedingAttention(this.state()));
  }

  /** Inserts a phrase of the comment bank at the last cursor position. A phrase that does not fit is not inserted. */
  insert(field: string, phrase: string) {
    const root = this.parts.root();
    const area = root && findFieldControl(root, field);
    const kind = this.kindOf(field);
    if (kind?.stopsAt === undefined || !(area instanceof HTMLTextAreaElement)) return;
    // A phrase goes to the end of a comment that the cursor has never been in.
    if (!this.visited.has(field)) area.setSelectionRange(area.value.length, area.value.length);
    const { text, cursor } = insertPhraseIntoText(area, phrase);
    if (text.length > kind.stopsAt) {
      this.note(createTypedInputNote(formatTooLong(text.length, kind.stopsAt)), field);
    } else {
      area.value = text;
      this.take(area);
    }
    area.setSelectionRange(cursor, cursor);
  }

  protected override accept(field: string, accepted: AcceptedValue) {
    const state = this.state();
    const stored = (state && optimisticValues(state)[field]) ?? null;
    const { value, note } = accepted;
    if (field === "teacher_comment" && value === null && stored !== null) {
      const offer = { words: "Clear comment", act: () => this.clear(field) };
      super.accept(field, { value: stored, note: { ...createTypedInputNote(EMPTY_COMMENT_MESSAGE), offer } });
    } else {
      super.accept(field, { value, note: note ?? (this.cut ? createTypedInputNote(this.cut) : null) });
    }
    this.cut = null;
  }

  /**
   * Notes how much of an inserted text fits, because the browser leaves out the rest.
   * @param replaced the number of characters that the text replaces, or that have already been inserted
   */
  private noteCut(control: FormControl, text: string, replaced: number) {
    const { stopsAt } = this.kindOf(fieldNameOfEvent(control)) ?? {};
    if (stopsAt === undefined) return;
    const room = stopsAt - control.value.length + replaced;
    this.cut = formatTextCut({ text, room });
    if (this.cut) this.note(createTypedInputNote(this.cut), fieldNameOfEvent(control));
  }

  private titlesOf(fields: readonly string[]): string {
    return fields.map((field) => findFieldTitle(this.fields, field)).join(", ");
  }

  private clear(field: string) {
    this.parts.store.type(this.parts.row, { [field]: null });
    this.note(null);
    this.commit();
  }
}

let onPage: ReportFieldController | null = null;

export function useControllerRegistration(controller: ReportFieldController): void {
  useEffect(() => {
    onPage = controller;
    return () => {
      if (onPage === controller) onPage = null;
    };
  }, [controller]);
}

export function getRegisteredController(): ReportFieldController | null {
  return onPage;
}

type Selected = { value: string; selectionStart: number; selectionEnd: number };

/** Replaces the selected text with a phrase, with spaces around it. Returns the new text and cursor position. */
export function insertPhraseIntoText({ value, selectionStart, selectionEnd }: Selected, phrase: string) {
  const before = value.slice(0, selectionStart).trimEnd();
  const after = value.slice(selectionEnd).trimStart();
  const start = before === "" ? phrase : `${before} ${phrase}`;
  return { text: after === "" ? start : `${start} ${after}`, cursor: start.length };
}
