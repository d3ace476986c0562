import { Link, useLocation } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { isOpen } from "#saving/client/open-stores.ts";
import { useUnsentRows } from "#saving/screen/use-unsent-rows.ts";
import { Icon } from "#ui/page/icon.tsx";
import { classes } from "#ui/classes.ts";
import { usePrefetchedRoutes } from "#ui/loading/use-prefetched-routes.ts";

import { useShell } from "../frame/shell-context.ts";

/** How much waits on this device that the page does not show itself; nothing when nothing does. */
export function UnsentLink({ className }: { className?: string }) {
  const { account } = useShell();
  const { key, pathname } = useLocation();
  const unsent = useUnsentRows(account, key) ?? [];
  const isListed = pathname === PATHS.unsent;
  const count = isListed ? 0 : unsent.filter((row) => !isOpen(row)).length;
  return (
    <p className={classes("min-w-0 text-13 print:hidden", className)} role="status">
      {count > 0 ? <Waiting count={count} /> : null}
    </p>
  );
}

function Waiting({ count }: { count: number }) {
  // The list can be opened without network too.
  usePrefetchedRoutes(["routes/unsent"]);
  return (
    <Link
      className="inline-flex min-h-9 items-center gap-2 text-waiting hover:text-waiting touch:min-h-11"
      to={PATHS.unsent}
    >
      <Icon name="waiting" />
      <span>
        <strong>{count} not yet saved</strong>
        <span className="max-md:sr-only"> on this device</span>: see {count === 1 ? "it" : "them"}
      </span>
    </Link>
  );
}
