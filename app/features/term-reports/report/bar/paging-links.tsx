import type { MouseEvent, ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { opensOutsidePage } from "#ui/page/use-link-click.ts";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { useReportContext } from "../record/report-context.ts";
import type { Report } from "../report.ts";

type PagingLinksProps = {
  /** Content below the position in the class. */
  beneath?: ReactNode;
  /** The URL to which the last report of the class links instead of a next report. */
  end?: string;
};

const LINK =
  "flex min-h-12 flex-col items-center justify-center py-1 font-semibold text-red no-underline hover:text-red-deep hover:underline";

/** Shows PREV, the student's position in the class, and NEXT. */
export function PagingLinks({ beneath, end }: PagingLinksProps) {
  const { report, navigation } = useReportContext();
  const { links, position } = report;
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-stretch">
      <NavLink keys="Alt + PgUp" name="prev" url={links.prev}>
        <Icon name="chevron-left" />
        PREV
      </NavLink>
      <div className="my-px grid min-w-24 place-content-center border-x px-2 text-center font-semibold leading-5 md:px-4">
        <Place {...position} />
        {beneath}
      </div>
      <NextLink end={end}>
        {MESSAGES.next}
        {navigation.isGoing ? <Icon className="animate-turn" name="ring" /> : <Icon name="chevron-right" />}
      </NextLink>
    </div>
  );
}

/** Shows the position as 'x of y', and says if this is the last report of the class. */
function Place({ place, total }: Report["position"]) {
  const words = `${place} of ${total}`;
  if (place < total || total === 1) return <p>{words}</p>;
  return (
    <p>
      <span className="sr-only">{words}</span> <span aria-hidden="true">{`Last of ${total}`}</span>
    </p>
  );
}

type NextLinkProps = { end: string | undefined; children: ReactNode };

/** The NEXT link. Before JavaScript has loaded, it is a button that saves the form, so that no typed value is lost. */
function NextLink({ end, children }: NextLinkProps) {
  const { links, rules } = useReportContext().report;
  const { hydrated } = useSaving();
  if (!links.next && end) return <ClassLink url={end} />;
  if (!hydrated && links.next && rules.editable.length > 0) {
    return (
      <button className={LINK} name="intent" value="save-next">
        <span className="flex items-center gap-2.5">{children}</span>
      </button>
    );
  }
  return (
    <NavLink keys="Alt + PgDn" name="next" url={links.next}>
      {children}
    </NavLink>
  );
}

function ClassLink({ url }: { url: string }) {
  return (
    <SaveAndLeaveLink className={LINK} to={url}>
      <span className="flex items-center gap-2.5 whitespace-nowrap">
        Whole class <Icon name="chevron-right" />
      </span>
    </SaveAndLeaveLink>
  );
}

type NavLinkProps = {
  keys: string;
  name: "prev" | "next";
  url: string | null;
  children: ReactNode;
};

function NavLink({ keys, name, url, children }: NavLinkProps) {
  const { navigation } = useReportContext();
  if (!url) {
    return (
      <span className={joinClassNames(LINK, "!text-muted !no-underline")}>
        <span className="flex items-center gap-2.5">{children}</span>
      </span>
    );
  }
  const to = url;

  function onClick(event: MouseEvent) {
    if (opensOutsidePage(event)) return;
    event.preventDefault();
    void navigation.go(to, event.detail > 0);
  }

  return (
    <SaveAndLeaveLink
      aria-keyshortcuts={name === "next" ? "Alt+PageDown" : "Alt+PageUp"}
      className={LINK}
      data-paging={name}
      onClick={onClick}
      preventScrollReset
      to={url}
    >
      <span className="flex items-center gap-2.5">{children}</span>
      <kbd className="font-sans text-13 font-normal leading-4 text-muted touch:hidden unscripted:hidden">
        {keys}
      </kbd>
    </SaveAndLeaveLink>
  );
}
