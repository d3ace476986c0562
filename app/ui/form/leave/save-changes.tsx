import { Fragment } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import { Modal } from "../../overlay/dialog.tsx";
import { Button } from "../button.tsx";
import type { UnsavedValues } from "./leave-guards.ts";

const MOST_NAMED = 4;

type SaveChangesProps = {
  unsaved: readonly UnsavedValues[];
  onLeave: () => void;
  onStay: () => void;
  /** Called with the form's save button. */
  onSave: (submitter: HTMLElement) => void;
};

/** The dialog that names the unsaved values and offers to leave, stay or save. */
export function UnsavedChangesDialog({ unsaved, onLeave, onStay, onSave }: SaveChangesProps) {
  const submitter = submitterOf(unsaved);
  return (
    <Modal
      actions={
        <>
          <Button kind="danger" onClick={onLeave} type="button">
            Leave without saving
          </Button>
          <Button
            data-first-focus=""
            kind={submitter ? "secondary" : "primary"}
            onClick={onStay}
            type="button"
          >
            Stay here
          </Button>
          {submitter ? (
            <Button kind="primary" onClick={() => onSave(submitter)} type="button">
              Save and leave
            </Button>
          ) : null}
        </>
      }
      onCancel={onStay}
      title="Save your changes?"
    >
      {unsaved.map((item, index) => (
        <p key={index}>
          <UnsavedWords {...item} />
        </p>
      ))}
    </Modal>
  );
}

/** Names the fields: `2 fields in R. Lutchman, Employment, are not saved: Post and Date of appointment.` */
function UnsavedWords({ fields, of, words }: UnsavedValues) {
  if (words !== undefined) return <>{words}</>;
  if (fields.length === 0) return <>The changes that you sent from {of} were not saved.</>;
  const named = fields.length > MOST_NAMED ? fields.slice(0, MOST_NAMED - 1) : fields;
  const others = fields.length - named.length;
  const last = others > 0 ? named.length : named.length - 1;
  return (
    <>
      {formatCountOf(fields.length, "field")} in {of}
      {of.includes(",") ? "," : ""} {fields.length === 1 ? "is" : "are"} not saved:{" "}
      {named.map((field, index) => (
        <Fragment key={field}>
          {index === 0 ? "" : index === last ? " and " : ", "}
          <strong>{field}</strong>
        </Fragment>
      ))}
      {others > 0 ? ` and ${others} more` : ""}.
    </>
  );
}

/** Returns the button that saves the values; null if there are several forms, or several buttons of equal rank. */
function submitterOf([first, ...others]: readonly UnsavedValues[]): HTMLElement | null {
  const form = others.length === 0 ? (first?.form ?? null) : null;
  if (form === null || form.querySelector("input[type=file]")) return null;
  const buttons = [...form.elements].filter(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === "submit",
  );
  const [only, second] = buttons;
  return buttons.find((button) => button.matches(".button-primary")) ?? (second ? null : (only ?? null));
}
