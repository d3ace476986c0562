import { useNavigate } from "@remix-run/react";
import { useId, type ReactNode, type RefObject, type SyntheticEvent } from "react";
import { joinClassNames } from "../classes.ts";
import { FormToLeaveProvider } from "../form/leaving-link.tsx";
import { DialogLink } from "./dialog-link.tsx";
import { MessageArea, UnscriptedMessage } from "./message-area.tsx";
import { useFocusKeepingModal, useModalFromServerHtml } from "./use-modal.ts";

const WIDTHS = {
  dialog: "max-w-dialog",
  record: "max-w-record",
  roster: "max-w-roster",
  full: "min-h-full touch:[min-height:auto]",
} as const;

type Content = {
  title: string;
  /** A width of 500, 780 or 900 px, or the whole window. */
  width?: keyof typeof WIDTHS;
  /** Buttons at the right of the title. */
  aside?: ReactNode;
  /** The buttons at the bottom. Mark the button that gets the initial focus with `data-first-focus`. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

type DialogProps = Content & {
  /** The address of the page without the dialog. Escape and the closing link open this address. */
  closeTo: string;
};

/**
 * A dialog with its own address. The server sends it open, over the page, with a link that closes it. With JavaScript,
 * the dialog is modal, so that the page behind cannot be reached; without JavaScript, the focus is not trapped.
 */
export function Dialog({ closeTo, ...content }: DialogProps) {
  const navigate = useNavigate();
  const close = () => navigate(closeTo, { replace: true, preventScrollReset: true });
  return <DialogLayout {...content} dialog={useModalFromServerHtml()} isServed onCancel={close} />;
}

type ModalProps = Content & {
  /** Called on Escape. */
  onCancel: () => void;
};

/** A dialog without an address of its own, over the open page. */
export function Modal(props: ModalProps) {
  return <DialogLayout {...props} dialog={useFocusKeepingModal()} />;
}

type DialogBoxProps = ModalProps & { dialog: RefObject<HTMLDialogElement>; isServed?: boolean };

/** The layout of all dialogs. `dialog` determines how the dialog opens. */
export function DialogLayout({ dialog, isServed, onCancel, ...content }: DialogBoxProps) {
  const { title, width = "dialog", aside, actions, className, children } = content;
  const titleId = useId();
  return (
    <DialogElement dialog={dialog} isServed={isServed} onCancel={onCancel} titleId={titleId}>
      <div
        className={joinClassNames("plate flex w-full flex-col gap-4 p-6 md:p-8", WIDTHS[width], className)}
      >
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-24" id={titleId}>
            {title}
          </h2>
          {aside ? <div className="flex flex-wrap gap-2">{aside}</div> : null}
        </div>
        {isServed ? <UnscriptedMessage className="-mt-2" /> : null}
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
  /** The id of the heading that names the dialog. */
  titleId: string;
};

export function DialogElement({
  dialog,
  isServed,
  onCancel,
  titleId,
  className,
  children,
}: DialogElementProps) {
  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    // Ignores events of elements inside: a file field sends its own `cancel`, and a nested dialog sends `close` after
    // it was removed from the page.
    if (event.target !== event.currentTarget || !dialog.current) return;
    event.preventDefault();
    // Browsers close a dialog on the second Escape in a row without asking. The dialog is opened again, because its
    // owner decides whether it may close.
    if (!dialog.current.open) dialog.current.showModal();
    onCancel();
  }

  // Without JavaScript, the page's form was saved before the dialog opened, so its links need not save the form.
  return (
    <FormToLeaveProvider value={null}>
      <dialog
        aria-labelledby={titleId}
        className={joinClassNames("dialog", className)}
        onCancel={cancel}
        onClose={cancel}
        open={isServed}
        ref={dialog}
      >
        {/* A message at its usual place would be behind the dialog, or cover the buttons of a dialog on a phone. */}
        <MessageArea className="pointer-events-none fixed inset-x-4 top-2 z-20 mx-auto max-w-dialog" />
        {children}
      </dialog>
    </FormToLeaveProvider>
  );
}

type ReadingDialogProps = { title: string; closeTo: string; width?: "record"; children: ReactNode };

/** A dialog with information only, and one button that closes it. */
export function InformationDialog(dialog: ReadingDialogProps) {
  const close = (
    <DialogLink data-first-focus="" to={dialog.closeTo}>
      Close
    </DialogLink>
  );
  return <Dialog {...dialog} actions={close} />;
}
