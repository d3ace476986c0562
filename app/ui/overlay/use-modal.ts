import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { SyntheticEvent } from "react";

/**
 * Turns the served `<dialog open>` into a modal one. Escape goes to the URL that closes it; the focus returns to
 * where it came from. In a browser without modal dialogs the served form stays: a page section with a way out.
 */
export function useModal(closeTo: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  const modal = useRef(false);
  const navigate = useNavigate();

  useEffect(() => {
    const opener = document.activeElement;
    if (dialog.current && !modal.current) modal.current = showModal(dialog.current);
    return () => returnFocus(opener);
  }, []);

  function leave(event: SyntheticEvent<HTMLDialogElement>) {
    // A file field inside sends a `cancel` of its own.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    navigate(closeTo, { replace: true, preventScrollReset: true });
  }

  return { ref: dialog, onCancel: leave, onClose: leave };
}

function showModal(dialog: HTMLDialogElement): boolean {
  if (!("showModal" in dialog)) return false;
  // Removed as an attribute: close() would announce a closing that nobody asked for.
  dialog.removeAttribute("open");
  dialog.showModal();
  dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
  return true;
}

function returnFocus(opener: Element | null) {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}
