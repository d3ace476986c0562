import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { DialogLink } from "./dialog-link.tsx";

type ReadingDialogProps = { title: string; closeTo: string; width?: "record"; children: ReactNode };

/** A dialog to read, with one button that closes it. */
export function ReadingDialog(dialog: ReadingDialogProps) {
  const close = (
    <DialogLink data-first-focus="" to={dialog.closeTo}>
      Close
    </DialogLink>
  );
  return <Dialog {...dialog} actions={close} />;
}
