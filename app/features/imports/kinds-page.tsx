import { Link } from "@remix-run/react";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { KindView } from "./imports.server.ts";

/** Lists what a school can import, in the order in which it is needed. */
export function KindsPage({ kinds }: { kinds: readonly KindView[] }) {
  return (
    <>
      <PageHead
        about="Import lists from spreadsheets in this order, because later lists refer to earlier ones."
        title="Moving in"
      />
      <Panel flush title="What to import">
        <ol className="divide-y divide-line">
          {kinds.map(({ to, title, about, last }, place) => (
            <li key={to}>
              <Link
                className="group flex min-h-14 items-center gap-4 px-4 py-2 text-ink no-underline hover:text-ink focus-visible:outline-offset-[-2px] md:px-5"
                to={to}
              >
                <span className="w-5 shrink-0 font-serif text-18 font-bold text-red">{place + 1}</span>
                <span className="grid min-w-0 grow gap-x-6 md:grid-cols-2 md:items-center">
                  <span className="min-w-0">
                    <span className="block font-semibold group-hover:text-red group-hover:underline">
                      {title}
                    </span>
                    <span className="block text-13 text-muted">{about}</span>
                  </span>
                  <span className="min-w-0 text-13 text-muted max-md:mt-1">
                    {last ?? "Nothing imported yet"}
                  </span>
                </span>
                <Icon className="self-center text-field" name="chevron-right" />
              </Link>
            </li>
          ))}
        </ol>
      </Panel>
    </>
  );
}
