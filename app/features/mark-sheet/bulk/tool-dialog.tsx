import { useEffect, useRef, type ComponentProps } from "react";
import { DialogLayout } from "#ui/overlay/dialog.tsx";

/**
 * A dialog over the current page. Unlike other dialogs it has no URL, because its content was typed or copied a moment
 * ago, and it works only with JavaScript. Opening it takes the focus from the current field.
 */
export function ToolDialog(props: Omit<ComponentProps<typeof DialogLayout>, "dialog">) {
  return <DialogLayout {...props} dialog={useModalHere()} />;
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

/** Browsers without modal dialogs show the dialog as an ordinary element. */
function open(dialog: HTMLDialogElement) {
  if ("showModal" in dialog) dialog.showModal();
  else (dialog as HTMLElement).setAttribute("open", "");
}
