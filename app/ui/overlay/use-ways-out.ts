import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, type MouseEvent, type RefObject } from "react";

import { backGuard } from "../page/back-guard.ts";
import { opensElsewhere } from "../page/use-link-click.ts";

type Place = Pick<URL, "pathname" | "search">;

type WaysOut = {
  /** Where Escape leads. */
  closeTo: string;
  /** Whether an address leaves what is open as it is, such as a dialog over it. */
  stays: (to: Place) => boolean;
  /** Whether somebody has to be told first, or asked. */
  holds: () => boolean;
  /** A way out is held: it goes on by `go`, or not at all by `stay`. */
  ask: (go: () => void, stay: () => void) => void;
};

/**
 * The ways out of what stands in an element with these: its links, Escape and the browser's Back. Without script a link is
 * a link.
 */
export function useWaysOut({ closeTo, stays, holds, ask }: WaysOut) {
  const navigate = useNavigate();
  const ref = useRef<HTMLDivElement>(null);
  const isHeld = (to: Place) => !stays(to) && holds();

  function hold(event: Pick<Event, "preventDefault" | "stopPropagation">, to: string): void {
    event.preventDefault();
    event.stopPropagation();
    ask(
      () => navigate(to, { replace: true, preventScrollReset: true }),
      () => {},
    );
  }

  useEffect(() => {
    const guard = { holds: isHeld, ask };
    backGuard.current = guard;
    return () => {
      if (backGuard.current === guard) backGuard.current = null;
    };
  });

  useEscape(ref, (event) => {
    if (!holds()) return false;
    hold(event, closeTo);
    return true;
  });

  function onClickCapture(event: MouseEvent<HTMLElement>) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href || link.hasAttribute("download") || opensElsewhere(event)) return;
    const url = new URL(link.href);
    if (!link.getAttribute("href")?.startsWith("#") && isHeld(url)) hold(event, url.pathname + url.search);
  }

  return { ref, onClickCapture };
}

/** Escape is told to the dialog alone, and does not bubble. @param onEscape whether it is held */
function useEscape(ref: RefObject<HTMLElement>, onEscape: (event: Event) => boolean) {
  useEffect(() => {
    const frame = ref.current;
    const listen = (event: Event) => {
      const dialog = frame?.querySelector("dialog");
      // The second Escape in a row closes a dialog without asking its page.
      if (dialog && event.target === dialog && onEscape(event) && !dialog.open) dialog.showModal();
    };
    frame?.addEventListener("cancel", listen, true);
    frame?.addEventListener("close", listen, true);
    return () => {
      frame?.removeEventListener("cancel", listen, true);
      frame?.removeEventListener("close", listen, true);
    };
  });
}
