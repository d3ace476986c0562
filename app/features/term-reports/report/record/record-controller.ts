import { type ClipboardEvent, type DragEvent, type FocusEvent, type KeyboardEvent, useEffect } from "react";
import { formatTooLong } from "#domain/text/storable-text.ts";
import { plainNote } from "#fields/kind.ts";
import { titleOf } from "#fields/record.ts";
import { storedValues } from "#saving/client/row-state.ts";
import { FieldController, type Accepted } from "#saving/screen/field-controller.ts";
import { controlOf, fieldName, fieldNamed, selectedLength, type Control } from "#saving/screen/field-dom.ts";
import { formatTextCut, formatFieldFull } from "#saving/screen/conflicts.rules.ts";
import { fieldsAtIssue } from "../bar/save-state.rules.ts";
import { EMPTY_COMMENT } from "../../save/record.rules.ts";
import { insertedText } from "../comments/comments.rules.ts";

/** Controls a term record: an emptied teacher's comment needs a confirmation, and phrases go where the cursor was. */
export class RecordController extends FieldController {
  /** The fields in which the cursor has been. */
  private readonly visited = new Set<string>();
  /** The note about inserted text that was cut, shown once the field holds the part that fits. */
  private cut: string | null = null;

  override get events() {
    return { ...super.events, onPaste: this.onPaste, onDrop: this.onDrop };
  }

  readonly onPaste = ({ target, clipboardData }: ClipboardEvent) => {
    const control = controlOf(target);
    if (control) this.noteCut(control, clipboardData, selectedLength(control));
  };

  /** A drop replaces no text. */
  readonly onDrop = ({ target, dataTransfer }: DragEvent) => {
    const control = controlOf(target);
    if (control) this.noteCut(control, dataTransfer, 0);
  };

  override readonly onFocus = (event: FocusEvent) => {
    this.visited.add(fieldName(event.target));
    this.commitRested(event.target);
  };

  override readonly onKeyDown = (event: KeyboardEvent) => {
    if (this.takeKey(event) || event.key.length > 1) return;
    const control = controlOf(event.target);
    const kind = this.kindOf(fieldName(event.target));
    if (!control || kind?.stopsAt === undefined) return;
    if (control.value.length >= kind.stopsAt && selectedLength(control) === 0)
      this.note(plainNote(formatFieldFull(kind.stopsAt)), fieldName(control));
  };

  /** Returns the titles of the unsaved fields, such as 'Principal's Comments'; empty when everything is saved. */
  unsaved(): string {
    const { sent, typed } = this.state() ?? {};
    return this.titlesOf(Object.keys({ ...sent, ...typed }));
  }

  /** Returns the titles of the unsaved fields in which the user has to act. */
  atIssue(): string {
    return this.titlesOf(fieldsAtIssue(this.state()));
  }

  /** Inserts a phrase of the comment bank where the cursor was last; a phrase that does not fit is not inserted. */
  insert(field: string, phrase: string) {
    const root = this.parts.root();
    const area = root && fieldNamed(root, field);
    const kind = this.kindOf(field);
    if (kind?.stopsAt === undefined || !(area instanceof HTMLTextAreaElement)) return;
    // A text that nobody has visited has no cursor, so a phrase goes to its end.
    if (!this.visited.has(field)) area.setSelectionRange(area.value.length, area.value.length);
    const { text, cursor } = insertedText(area, phrase);
    if (text.length > kind.stopsAt) {
      this.note(plainNote(formatTooLong(text.length, kind.stopsAt)), field);
    } else {
      area.value = text;
      this.take(area);
    }
    area.setSelectionRange(cursor, cursor);
  }

  protected override accept(field: string, accepted: Accepted) {
    const state = this.state();
    const stored = (state && storedValues(state)[field]) ?? null;
    const { value, note } = accepted;
    if (field === "teacher_comment" && value === null && stored !== null) {
      const offer = { words: "Clear comment", act: () => this.clear(field) };
      super.accept(field, { value: stored, note: { ...plainNote(EMPTY_COMMENT), offer } });
    } else {
      super.accept(field, { value, note: note ?? (this.cut ? plainNote(this.cut) : null) });
    }
    this.cut = null;
  }

  /** The browser cuts text that does not fit, so a note beforehand says how much fits. */
  private noteCut(control: Control, put: DataTransfer, replaced: number) {
    const { stopsAt } = this.kindOf(fieldName(control)) ?? {};
    if (stopsAt === undefined) return;
    const room = stopsAt - control.value.length + replaced;
    this.cut = formatTextCut({ text: put.getData("text/plain"), room });
    if (this.cut) this.note(plainNote(this.cut), fieldName(control));
  }

  private titlesOf(fields: readonly string[]): string {
    return fields.map((field) => titleOf(this.fields, field)).join(", ");
  }

  private clear(field: string) {
    this.parts.store.type(this.parts.row, { [field]: null });
    this.note(null);
    this.commit();
  }
}

let onPage: RecordController | null = null;

/** Registers the controller of the report on the page, for a dialog over the report. */
export function useControllerOnPage(controller: RecordController): void {
  useEffect(() => {
    onPage = controller;
    return () => {
      if (onPage === controller) onPage = null;
    };
  }, [controller]);
}

export function controllerOnPage(): RecordController | null {
  return onPage;
}
