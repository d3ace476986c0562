import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

type Press = Pick<MouseEvent, "button" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

export type LinkClick = (event: MouseEvent<HTMLAnchorElement>) => void;

/**
 * For the links of a long table, which are plain and open without a reload by this. A `<Link>` in each of 35 rows
 * resolves its path with the router while the page renders, which was a tenth of a mark sheet's server time.
 */
export function useLinkClick(): LinkClick {
  const navigate = useNavigate();
  return (event) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = event.currentTarget;
    navigate(`${pathname}${search}${hash}`, { preventScrollReset: true });
  };
}

/** In another tab or window, or as a download: the browser does that itself. */
export function opensElsewhere({ button, altKey, ctrlKey, metaKey, shiftKey }: Press): boolean {
  return button !== 0 || altKey || ctrlKey || metaKey || shiftKey;
}
