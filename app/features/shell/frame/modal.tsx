import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode, SyntheticEvent } from "react";

import { openKeepingFocus } from "./focus-keeping-modal.ts";

type ModalProps = {
  title: string;
  /** Escape. */
  onAside: () => void;
  actions?: ReactNode;
  children: ReactNode;
};

/** Over whatever page is open, without an address of its own: the page under it goes on as it is. */
export function Modal({ title, onAside, actions, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Before the dialog is taken off the page: after it, the focus could not return.
  useLayoutEffect(() => (dialog.current ? openKeepingFocus(dialog.current) : undefined), []);

  function leave(event: SyntheticEvent<HTMLDialogElement>) {
    // Its own closing is told when it is no longer on the page.
    if (event.target !== event.currentTarget || !dialog.current) return;
    event.preventDefault();
    onAside();
  }

  return (
    <dialog aria-labelledby={titleId} className="dialog" onCancel={leave} onClose={leave} ref={dialog}>
      <div className="plate flex w-full max-w-dialog flex-col gap-4 p-6 md:p-8">
        <h2 className="text-24" id={titleId}>
          {title}
        </h2>
        {children}
        {actions ? (
          <div className="mt-2 grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">{actions}</div>
        ) : null}
      </div>
    </dialog>
  );
}
