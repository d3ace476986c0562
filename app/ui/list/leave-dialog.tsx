import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";

import { AuthorField } from "../form/author-field.tsx";
import { BusyButton } from "../form/busy-button.tsx";
import { NotAnswered } from "../form/not-answered.tsx";
import { SelectField } from "../form/select-field.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import type { Failed } from "../page/act-in-place.ts";
import { DialogLink } from "../overlay/dialog-link.tsx";
import { NoticeBox } from "../page/notice-box.tsx";
import { FactLines } from "./fact-lines.tsx";

type PlateProps = {
  title: string;
  closeTo: string;
  /** Why what was asked was not done. */
  fault: string | null;
  failed: Failed | null;
  /** What happens, said before it does. */
  children: ReactNode;
};

type DeleteProps = PlateProps & {
  statuses: readonly { value: string; label: string }[];
  chosen: string | undefined;
  /** What ends, what stays and the way back, a line each. */
  lines: readonly { term: string; says: ReactNode }[];
};

/** Somebody is deleted softly: they get a status, and leave the lists. */
export function DeleteDialog({ children, statuses, chosen, lines, ...plate }: DeleteProps) {
  const { closeTo, title } = plate;
  return (
    <Dialog closeTo={closeTo} title={title}>
      <Refusal {...plate} />
      {children}
      <Form className="flex flex-col gap-4" method="post" preventScrollReset replace>
        <AuthorField />
        <SelectField
          choices={statuses}
          data-first-focus=""
          defaultValue={chosen}
          label="Status"
          name="status"
        />
        <FactLines lines={lines} />
        <Foot closeTo={closeTo}>
          <BusyButton busy="Deleting" kind="danger">
            Delete
          </BusyButton>
        </Foot>
      </Form>
    </Dialog>
  );
}

/** Who left stands in the lists again. @param status how they left */
export function BringBackDialog({ children, status, ...plate }: PlateProps & { status: string }) {
  const { closeTo, title } = plate;
  return (
    <Dialog closeTo={closeTo} title={title}>
      <Refusal {...plate} />
      {children}
      <p className="text-muted">Status now: {status}</p>
      <Form method="post" preventScrollReset replace>
        <AuthorField />
        <Foot closeTo={closeTo}>
          <BusyButton busy="Bringing back" intent="bring-back">
            Bring back
          </BusyButton>
        </Foot>
      </Form>
    </Dialog>
  );
}

/** What cannot be done, known before anything is asked. */
export function RefusedDialog({
  title,
  closeTo,
  reason,
}: Pick<PlateProps, "title" | "closeTo"> & { reason: string }) {
  return (
    <Dialog closeTo={closeTo} title={title}>
      <NotDone>{reason}</NotDone>
      <Foot closeTo={closeTo} />
    </Dialog>
  );
}

function Refusal({ fault, failed }: Pick<PlateProps, "fault" | "failed">) {
  if (failed) {
    return (
      <NotAnswered failed={failed} title={PEOPLE_MESSAGES.notDone}>
        What you chose is still here. Try again.
      </NotAnswered>
    );
  }
  if (fault === null) return null;
  return (
    <div role="alert">
      <NotDone>{fault}</NotDone>
    </div>
  );
}

function NotDone({ children }: { children: string }) {
  return (
    <NoticeBox icon="refused" title={`${PEOPLE_MESSAGES.notDone}.`} tone="refused">
      {children}
    </NoticeBox>
  );
}

function Foot({ closeTo, children }: { closeTo: string; children?: ReactNode }) {
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
      <DialogLink to={closeTo}>Cancel</DialogLink>
      {children}
    </div>
  );
}
