import type { ReactNode } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { ActionForm, type ActionFormState } from "../form/action-form.tsx";
import { BusyButton } from "../form/busy-button.tsx";
import { DialogButtons } from "./dialog-link.tsx";

type LeavingFormProps = {
  form: ActionFormState;
  closeTo: string;
  /** The status of a former student or employee, or null for a current student or employee. */
  hasLeft: string | null;
  /** The form fields for deleting a person. */
  children?: ReactNode;
};

/** The form that deletes a current student or employee, or restores a former one. */
export function DeleteOrRestoreForm({ form, closeTo, hasLeft, children }: LeavingFormProps) {
  const isBack = hasLeft !== null;
  return (
    <>
      {isBack ? <p className="text-muted">Current status: {hasLeft}</p> : null}
      <ActionForm
        form={form}
        preventScrollReset
        rejectedTitle={PEOPLE_MESSAGES.notDone}
        replace
        unansweredHint={isBack ? "Try again." : "Your choice has been kept. Try again."}
        unansweredTitle={PEOPLE_MESSAGES.notDone}
      >
        {children}
        <DialogButtons closeTo={closeTo}>
          {isBack ? (
            <BusyButton busy="Bringing back" intent="bring-back">
              Bring back
            </BusyButton>
          ) : (
            <BusyButton busy="Deleting" kind="danger">
              Delete
            </BusyButton>
          )}
        </DialogButtons>
      </ActionForm>
    </>
  );
}
