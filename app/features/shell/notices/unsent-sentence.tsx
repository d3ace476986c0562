import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { formatItemCount } from "#domain/saved-targets.ts";
import { isSendable, outbox } from "#saving/client/open-stores.ts";
import { fetchNames } from "#saving/client/target-names.ts";
import type { StoredUnsentRow } from "#saving/outbox/outbox-database.ts";
import { useUnsentRows } from "#saving/screen/use-unsent-rows.ts";
import { Icon } from "#ui/page/icon.tsx";
import { useShell } from "../frame/shell-context.ts";
import { afterSignOut } from "./unsent-sentence.rules.ts";

/**
 * A sentence such as '3 marks on Mathematics, Std 4 are not saved yet. They stay on this device …'; nothing when all is
 * saved.
 */
export function UnsentSentence() {
  const unsent = useUnsentRows(useShell().account) ?? [];
  const addresses = unsent.map(({ target }) => target);
  const title = useOnlyTitle(unsent);
  if (!outbox.isDurable() && outbox.count() > 0) return <WouldBeLost count={outbox.count()} />;
  if (unsent.length === 0) return null;
  const isOne = unsent.length === 1;
  const sendable = unsent.filter(isSendable).length;
  return (
    <p className="flex gap-3">
      <Icon className="mt-[3px] text-waiting" name="waiting" />
      <span>
        <strong>
          {formatItemCount(addresses)}
          {title ? ` on ${title}` : ""} {isOne ? "is" : "are"} not saved yet.
        </strong>{" "}
        {afterSignOut({ total: unsent.length, sendable })}{" "}
        {sendable < unsent.length ? <Link to={PATHS.unsent}>See {isOne ? "it" : "them"}</Link> : null}
      </span>
    </p>
  );
}

/** In a private window, or with a full disk, nothing outlives the page. */
function WouldBeLost({ count }: { count: number }) {
  return (
    <p className="flex gap-3">
      <Icon className="mt-[3px] text-refused" name="refused" />
      <span>
        <strong>
          {count === 1 ? "1 change is" : `${count} changes are`} not saved yet, and this browser keeps
          nothing.
        </strong>{" "}
        Changes that are not saved before you sign out are lost.
      </span>
    </p>
  );
}

/** Returns the title of the mark sheet when all rows belong to one; only the server knows the title. */
function useOnlyTitle(unsent: readonly StoredUnsentRow[]): string | null {
  const [title, setTitle] = useState<string | null>(null);
  const [target, ...others] = new Set(unsent.map((row) => row.target));
  const only = others.length === 0 ? target : undefined;

  useEffect(() => {
    setTitle(null);
    if (only)
      void fetchNames([{ target: only, rows: [] }]).then((named) => setTitle(named?.[0]?.title ?? null));
  }, [only]);

  return title;
}
