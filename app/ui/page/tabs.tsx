import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { joinClassNames } from "../classes.ts";

export type Tab = {
  to: string;
  title: ReactNode;
  current?: boolean;
  /** True for a tab that cannot be opened yet, such as the later tabs of a new record. */
  closed?: boolean;
};

/** The state of a history entry that was created by pressing a tab. */
export const OPENED_TAB_STATE = "opened-tab";

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  /** True if the tabs share the full width of a phone. Use this for a few tabs with short titles. */
  shared?: boolean;
};

const TAB =
  "-mb-px inline-flex min-h-10 items-center border-b-[3px] px-3 font-semibold no-underline touch:min-h-11";
/** A tab that shares the width of a phone. With a wide font it needs two lines. */
const SHARED_TAB = `${TAB} max-md:flex max-md:h-full max-md:justify-center max-md:px-1 max-md:text-center max-[360px]:text-13`;

/** Tabs with addresses: a list of links in which the current tab is marked. */
export function Tabs({ label, tabs, shared = false }: TabsProps) {
  return (
    <nav
      aria-label={label}
      className={joinClassNames("mb-4 border-b border-line-2 print:hidden", shared && "max-md:-mx-4")}
    >
      <ul className={joinClassNames("flex flex-wrap gap-x-2", shared && "max-md:gap-x-0")}>
        {tabs.map((tab) => (
          <li className={shared ? "max-md:grow" : undefined} key={tab.to}>
            <TabFace {...tab} face={shared ? SHARED_TAB : TAB} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TabFace({ to, title, current = false, closed = false, face }: Tab & { face: string }) {
  if (closed) {
    return (
      <span aria-disabled="true" className={joinClassNames(face, "border-transparent text-muted")}>
        {title}
      </span>
    );
  }
  return (
    <Link
      aria-current={current ? "page" : undefined}
      className={joinClassNames(
        face,
        current ? "border-red" : "border-transparent text-ink hover:border-rule",
      )}
      preventScrollReset
      replace
      state={OPENED_TAB_STATE}
      to={to}
    >
      {title}
    </Link>
  );
}
