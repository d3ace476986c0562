import type { ReactNode } from "react";

import { ButtonLink, type ButtonLinkProps } from "../form/button.tsx";

/** To a dialog, from one to the next, or out of it: the page underneath stays where it is, and Back leaves both. */
export function DialogLink(link: ButtonLinkProps) {
  return <ButtonLink {...link} preventScrollReset replace />;
}

type DialogButtonsProps = {
  closeTo: string;
  /** The word on the link out, where it is not Cancel. */
  cancel?: string;
  /** The dialog starts on the link out, because its button does something that is hard to put right. */
  startsOnCancel?: boolean;
  /** What the form does. */
  children?: ReactNode;
};

/** The buttons at the end of the form in a dialog. */
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
