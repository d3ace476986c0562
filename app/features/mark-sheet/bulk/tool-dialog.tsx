import { useEffect, useRef, type ComponentProps } from "react";

import { DialogBox } from "#ui/overlay/dialog.tsx";

/**
 * A dialog over what is typed on this page. Unlike the others it is no URL: what it is about is here, was copied or
 * typed a moment ago, and exists only with script. The field that it was asked for in is left by it.
 */
export function ToolDialog(props: Omit<ComponentProps<typeof DialogBox>, "dialog">) {
  return <DialogBox {...props} dialog={useModalHere()} />;
}

/** The cursor returns to where it came from. */
function useModalHere() {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element && !element.open) open(element);
    element?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return dialog;
}

/** A browser without modal dialogs shows it over the page all the same. */
function open(dialog: HTMLDialogElement) {
  if ("showModal" in dialog) dialog.showModal();
  else (dialog as HTMLElement).setAttribute("open", "");
}
