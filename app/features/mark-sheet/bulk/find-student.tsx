import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { rowElementId } from "#saving/screen/field-dom.ts";
import { Button } from "#ui/form/button.tsx";
import { LabelledTextField } from "#ui/form/field.tsx";
import { KeyboardKey } from "#ui/page/key.tsx";
import { formatCountWithNoun } from "./act.rules.ts";
import { searchStudentsByPrefix } from "./find-student.rules.ts";
import type { MarkSheetRow } from "../sheet/sheet.ts";
import { useMarkSheet } from "../sheet/sheet-context.ts";
import type { BulkTaskProps } from "./tasks.ts";
import { BulkToolDialog } from "./tool-parts.tsx";

/** Finds a student by the beginning of a name, and moves the cursor to that student's field. */
export function FindStudentTask({ bulk, typed }: BulkTaskProps & { typed: string }) {
  const { sheet, columns } = useMarkSheet();
  const [text, setText] = useState(typed);
  const form = useRef<HTMLFormElement>(null);
  const found = searchStudentsByPrefix(text, sheet.rows);

  useEffect(() => {
    const input = document.activeElement;
    // The user typed these letters in the sheet, which opened the dialog. With the cursor after them, the user can type
    // on.
    if (input instanceof HTMLInputElement) input.setSelectionRange(typed.length, typed.length);
  }, [typed]);

  function goTo(student: MarkSheetRow | undefined) {
    if (!student) return;
    const field = fieldIn(student.row, bulk.place()?.field ?? columns.main?.name);
    // Closing the dialog restores the focus, so the dialog closes before the focus moves. Both must happen in one touch
    // event, or a phone would not open its keyboard.
    flushSync(() => bulk.end());
    field?.closest("tr")?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    goTo(found[0]);
  }

  return (
    // The dialog is at the top because a phone's keyboard covers the lower part of the screen.
    <BulkToolDialog className="!self-start" onCancel={() => bulk.end()} title="Find a student">
      <form autoComplete="off" onSubmit={submit} ref={form}>
        <LabelledTextField
          data-first-focus=""
          defaultValue={typed}
          hint={
            typed
              ? `A name on this sheet begins with ‘${typed}’. Press Enter for the first match, or Esc to go back.`
              : "Type the beginning of a name, or the student number. Press Enter for the first match."
          }
          label="Student"
          name="find-student"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => step(event, form.current)}
        />
        <p className="py-2 text-13 text-muted" role="status">
          {foundWords(text, found)}
        </p>
        <ul className="divide-y divide-line border-y bg-paper empty:hidden">
          {found.map((student) => (
            <li key={student.row}>
              <button
                className="flex min-h-9 w-full items-center gap-3 px-4 py-1 text-left hover:bg-cream touch:min-h-11"
                onClick={() => goTo(student)}
                onKeyDown={(event) => step(event, form.current)}
                type="button"
              >
                <span className="min-w-0 grow font-semibold">{student.name}</span>
                <span className="text-13 text-muted">{student.number}</span>
              </button>
            </li>
          ))}
        </ul>
      </form>
      <p className="text-13 text-muted touch:hidden">
        To search from a field, press <KeyboardKey>/</KeyboardKey> or type the first letters of a name.
      </p>
      <Button className="md:self-end" onClick={() => bulk.end()} type="button">
        Close
      </Button>
    </BulkToolDialog>
  );
}

/** Finds the row's field in this column, or the first visible one: an absent student has only the attendance. */
function fieldIn(row: string, column: string | undefined): HTMLElement | null {
  const fields = [
    ...(document.getElementById(rowElementId(row))?.querySelectorAll<HTMLElement>("[data-field]") ?? []),
  ];
  const inSight = fields.filter((field) => field.offsetParent !== null);
  return inSight.find(({ dataset }) => dataset.field === column) ?? inSight[0] ?? null;
}

/** Moves the focus between the search field and the list with the arrow keys. */
function step(event: KeyboardEvent, form: HTMLElement | null) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [...(form?.querySelectorAll<HTMLElement>("input, button") ?? [])];
  const here = stops.findIndex((stop) => stop === document.activeElement);
  event.preventDefault();
  stops[here + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
}

function foundWords(text: string, found: readonly MarkSheetRow[]): string {
  const [first, ...others] = found;
  if (!first)
    return `No students on this sheet match “${text.trim()}”. Try fewer letters, or the student number.`;
  if (text.trim() === "") return formatCountWithNoun(found.length, "student");
  return others.length === 0 ? first.name : `${found.length} students; the first is ${first.name}`;
}
