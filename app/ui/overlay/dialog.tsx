import { useNavigate } from "@remix-run/react";
import { useId, type ReactNode, type RefObject, type SyntheticEvent } from "react";

import { classes } from "../classes.ts";
import { FormToLeaveProvider } from "../form/leaving-link.tsx";
import { useFocusKeepingModal, useServedModal } from "./use-modal.ts";

const WIDTHS = {
  dialog: "max-w-dialog",
  record: "max-w-record",
  roster: "max-w-roster",
  full: "min-h-full touch:min-h-0",
} as const;

type Content = {
  title: string;
  /** 500, 780 or 900 px (A9), or all of the window. */
  width?: keyof typeof WIDTHS;
  /** At the right of the title. */
  aside?: ReactNode;
  /** The buttons at the foot. Mark the one to start on with `data-first-focus`. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

type DialogProps = Content & {
  /** The URL of the page without the dialog: where Escape leads, and where the close link must lead too. */
  closeTo: string;
};

/**
 * A dialog is a URL: the served page has it open, over the page, with a link out. With script it is modal, so the
 * page behind cannot be reached; without, nothing is trapped.
 */
export function Dialog({ closeTo, ...content }: DialogProps) {
  const navigate = useNavigate();
  const close = () => navigate(closeTo, { replace: true, preventScrollReset: true });
  return <DialogBox {...content} dialog={useServedModal()} isServed onCancel={close} />;
}

type ModalProps = Content & {
  /** What Escape does. */
  onCancel: () => void;
};

/** A dialog over whatever page is open, without a URL of its own: the page under it goes on as it is. */
export function Modal(props: ModalProps) {
  return <DialogBox {...props} dialog={useFocusKeepingModal()} />;
}

type DialogBoxProps = ModalProps & { dialog: RefObject<HTMLDialogElement>; isServed?: boolean };

/** What all dialogs look like, and the ways out of them; how it is opened is up to `dialog`. */
export function DialogBox({ dialog, isServed, onCancel, ...content }: DialogBoxProps) {
  const { title, width = "dialog", aside, actions, className, children } = content;
  const titleId = useId();
  return (
    <DialogElement dialog={dialog} isServed={isServed} onCancel={onCancel} titleId={titleId}>
      <div className={classes("plate flex w-full flex-col gap-4 p-6 md:p-8", WIDTHS[width], className)}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-24" id={titleId}>
            {title}
          </h2>
          {aside ? <div className="flex flex-wrap gap-2">{aside}</div> : null}
        </div>
        {children}
        {actions ? (
          <div className="mt-2 grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">{actions}</div>
        ) : null}
      </div>
    </DialogElement>
  );
}

type DialogElementProps = Pick<
  DialogBoxProps,
  "dialog" | "isServed" | "onCancel" | "className" | "children"
> & {
  /** The heading that it is called by. */
  titleId: string;
};

/** The window's ground and what lies on it. */
export function DialogElement({
  dialog,
  isServed,
  onCancel,
  titleId,
  className,
  children,
}: DialogElementProps) {
  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    // A file field inside sends a `cancel` of its own, and a dialog its `close` when it is on the page no longer.
    if (event.target !== event.currentTarget || !dialog.current) return;
    event.preventDefault();
    // The second Escape in a row closes a dialog without asking; whether it may go decides whoever opened it.
    if (!dialog.current.open) dialog.current.showModal();
    onCancel();
  }

  // Without script the page's form was sent on the way here: links of the dialog are links again.
  return (
    <FormToLeaveProvider value={null}>
      <dialog
        aria-labelledby={titleId}
        className={classes("dialog", className)}
        onCancel={cancel}
        onClose={cancel}
        open={isServed}
        ref={dialog}
      >
        {children}
      </dialog>
    </FormToLeaveProvider>
  );
}
