import type { ReactNode } from "react";
import { ButtonLink, type ButtonLinkProps } from "../form/button.tsx";

/**
 * A link that opens or closes a dialog, or moves to the next dialog. The page underneath does not scroll. Back leaves
 * both the dialog and its page, because the link replaces the history entry.
 */
export function DialogLink(link: ButtonLinkProps) {
  return <ButtonLink {...link} preventScrollReset replace />;
}

type DialogButtonsProps = {
  closeTo: string;
  /** The label of the link that closes the dialog. The default is 'Cancel'. */
  cancel?: string;
  /** True to focus the closing link first, for a dialog whose button does something that is hard to undo. */
  startsOnCancel?: boolean;
  children?: ReactNode;
};

export function DialogButtons({ closeTo, cancel = "Cancel", startsOnCancel, children }: DialogButtonsProps) {
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
      <DialogLink data-first-focus={startsOnCancel ? "" : undefined} to={closeTo}>
        {cancel}
      </DialogLink>
      {children}
    </div>
  );
}
