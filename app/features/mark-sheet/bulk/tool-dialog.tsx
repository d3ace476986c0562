import { useEffect, useRef, type ComponentProps } from "react";
import { DialogLayout } from "#ui/overlay/dialog.tsx";

/**
 * A dialog over the current page. Other dialogs have a URL and work without JavaScript. This one has no URL, because
 * its content was only just typed or copied. When it opens, the current field loses the focus.
 */
export function BulkToolDialog(props: Omit<ComponentProps<typeof DialogLayout>, "dialog">) {
  return <DialogLayout {...props} dialog={useModalHere()} />;
}

/** Opens the dialog, and restores the focus when the dialog closes. */
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

/** Browsers without modal dialogs show the dialog as an ordinary element. */
function open(dialog: HTMLDialogElement) {
  if ("showModal" in dialog) dialog.showModal();
  else (dialog as HTMLElement).setAttribute("open", "");
}
