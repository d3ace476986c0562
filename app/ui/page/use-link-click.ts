import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

type Press = Pick<MouseEvent, "button" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

export type LinkClick = (event: MouseEvent<HTMLAnchorElement>) => void;

/**
 * Returns a click handler that opens the plain links of a long table without loading a document. With a `<Link>` in
 * each of 35 rows, resolving their paths took a tenth of a mark sheet's rendering time. With `isOver`, the link opens a
 * dialog over the page, and the page keeps its scroll position.
 */
export function useLinkClick({ isOver = true } = {}): LinkClick {
  const open = useOpenLink(isOver);
  return (event) => open(event, event.currentTarget);
}

/** Works like `useLinkClick`, for an element around links that are written as text. Links to files are left out. */
export function useLinkClicksInside(): (event: MouseEvent) => void {
  const open = useOpenLink(true);
  return (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]:not([data-download])");
    if (link) open(event, link);
  };
}

function useOpenLink(isOver: boolean): (event: MouseEvent, link: HTMLAnchorElement) => void {
  const navigate = useNavigate();
  return (event, { pathname, search, hash }) => {
    if (opensOutsidePage(event)) return;
    event.preventDefault();
    navigate(`${pathname}${search}${hash}`, { preventScrollReset: isOver });
  };
}

/** Tells whether the browser must open the link itself: in another tab or window, or as a download. */
export function opensOutsidePage({ button, altKey, ctrlKey, metaKey, shiftKey }: Press): boolean {
  return button !== 0 || altKey || ctrlKey || metaKey || shiftKey;
}
