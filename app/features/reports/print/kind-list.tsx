import { Link } from "@remix-run/react";
import { classes } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { kindUrl, type PrintPlace } from "./place.rules.ts";
import type { KindLine } from "./print.ts";

type KindListProps = { kinds: readonly KindLine[]; place: PrintPlace; className: string };

/** The kinds that somebody has, in their groups; each takes along what is chosen. */
export function KindList({ kinds, place, className }: KindListProps) {
  const groups = [...new Set(kinds.map(({ group }) => group))];
  return (
    <nav aria-label="Reports" className={className}>
      <Panel className="self-start" flush>
        {groups.map((group) => (
          <section aria-label={group} key={group}>
            <h2 className="flex h-8 items-center border-b bg-cream-2 px-4 font-sans text-13 font-semibold md:px-5">
              {group}
            </h2>
            <ul className="divide-y divide-line border-b">
              {kinds
                .filter((each) => each.group === group)
                .map(({ kind, title }) => (
                  <li key={kind}>
                    <KindLink isCurrent={kind === place.kind} title={title} to={kindUrl(place, kind)} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </Panel>
    </nav>
  );
}

type KindLinkProps = { title: string; to: string; isCurrent: boolean };

/** Where the list stands alone none is current. */
function KindLink({ title, to, isCurrent }: KindLinkProps) {
  return (
    <Link
      aria-current={isCurrent ? "page" : undefined}
      className={classes(
        "flex min-h-9 items-center justify-between gap-3 px-4 py-1 text-ink no-underline hover:bg-cream hover:text-red max-xl:min-h-12 md:px-5",
        isCurrent && "xl:border-l-4 xl:border-l-red xl:pl-4 xl:font-bold xl:text-red",
      )}
      preventScrollReset
      to={to}
    >
      {title}
      <Icon className="text-field xl:hidden" name="chevron-right" />
    </Link>
  );
}
