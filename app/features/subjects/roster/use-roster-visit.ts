import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { askServer, type Answer } from "#saving/client/ask-server.ts";
import { opensElsewhere, type LinkClick } from "#ui/page/use-link-click.ts";

const REACHED: readonly Answer["kind"][] = ["ok", "refused", "signed-out"];

export type RosterVisit = {
  /** The server was not reached: what is shown is what was read before. */
  isLost: boolean;
  visit: (url: string) => void;
  /** For a link of the dialog. */
  onClick: LinkClick;
};

/**
 * Goes to another part of the roster once the server answers at all. Without network that page would be a failure in the
 * place of this one, with what was typed in it.
 */
export function useRosterVisit(): RosterVisit {
  const navigate = useNavigate();
  const [isLost, setLost] = useState(false);

  async function go(url: string) {
    const { kind } = await askServer(PATHS.sessionState);
    setLost(!REACHED.includes(kind));
    if (REACHED.includes(kind)) navigate(url, { preventScrollReset: true });
  }

  return {
    isLost,
    visit: (url) => void go(url),
    onClick: (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      const { pathname, search } = event.currentTarget;
      void go(`${pathname}${search}`);
    },
  };
}
