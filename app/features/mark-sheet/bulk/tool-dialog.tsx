import { useEffect, useRef, type ComponentProps } from "react";
import { DialogBox } from "#ui/overlay/dialog.tsx";

/**
 * A dialog over the current page. Unlike other dialogs it has no address: its subject was typed or copied a moment ago,
 * and exists only with scripts. The field from which the dialog was opened loses the focus.
 */
export function ToolDialog(props: Omit<ComponentProps<typeof DialogBox>, "dialog">) {
  return <DialogBox {...props} dialog={useModalHere()} />;
}

/** Opens the dialog, and returns the focus when the dialog closes. */
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

/** A browser without modal dialogs shows the dialog over the page all the same. */
function open(dialog: HTMLDialogElement) {
  if ("showModal" in dialog) dialog.showModal();
  else (dialog as HTMLElement).setAttribute("open", "");
}
