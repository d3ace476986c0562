import { useLocation, useNavigate } from "@remix-run/react";
import { useId, type ReactNode } from "react";
import type { RecordTabLink } from "#domain/people/record-params.ts";
import { classes } from "../classes.ts";
import { BackRow } from "../page/page-head.tsx";
import { OPENED_TAB, Tabs } from "../page/tabs.tsx";
import { DialogElement } from "./dialog.tsx";
import { MessageArea, UnscriptedMessage } from "./message-area.tsx";
import { useServedModal } from "./use-modal.ts";

const WIDTHS = {
  record: "max-w-record",
  roster: "max-w-roster",
  profile: "max-w-profile",
  archive: "max-w-archive",
} as const;

type RecordDialogProps = {
  title: string;
  /** An element before the title, such as a picture. */
  picture?: ReactNode;
  /** A muted line under the title. */
  about?: ReactNode;
  /** Buttons at the right of the title. */
  aside?: ReactNode;
  /** Further facts under the title. They make the header tall, so that on a phone it scrolls with the rest. */
  facts?: ReactNode;
  /** The place in the list, which a phone shows beside the link back. */
  where?: string | null;
  /** The tabs, which stay in view while the record scrolls. */
  tabs?: ReactNode;
  /** The address of the page without the dialog, and the name of that page. */
  closeTo: string;
  backLabel: string;
  /** The dialog starts in a field of its own, which has `data-first-focus`. */
  startsInField?: boolean;
  /** The buttons, and at the left words about the whole record. */
  foot: ReactNode;
  /** A record of 780 px, a list of students of 900 px, or a profile with a second column. */
  width?: keyof typeof WIDTHS;
  children: ReactNode;
};

/** Tells whether the person opened another tab of the record, and did not just arrive at it. */
function useIsOpenedTab(): boolean {
  const { state } = useLocation();
  return state === OPENED_TAB;
}

/**
 * A record over its list. It is as high as the window on every tab, with header and footer in view, and only the middle
 * scrolls. On a phone the record is a page with a link back.
 */
export function RecordDialog({
  title,
  picture,
  about,
  aside,
  closeTo,
  backLabel,
  ...rest
}: RecordDialogProps) {
  const { tabs, foot, facts, where, startsInField = false, width = "record", children } = rest;
  const navigate = useNavigate();
  const titleId = useId();
  const close = () => navigate(closeTo, { replace: true, preventScrollReset: true });
  return (
    <DialogElement
      className="max-md:p-0"
      dialog={useServedModal({ opensTab: useIsOpenedTab() })}
      isServed
      onCancel={close}
      titleId={titleId}
    >
      <div className={classes("plate record-plate", facts ? "tall-head" : null, WIDTHS[width])}>
        <header className="px-4 pt-2 md:px-6 md:pt-5">
          <div className="md:hidden">
            <BackRow label={backLabel} to={closeTo}>
              {where ? <span className="text-muted">{where}</span> : null}
            </BackRow>
          </div>
          <div className="record-head">
            {picture ? <div className="record-picture">{picture}</div> : null}
            <div className="record-title">
              <h2
                className="break-words text-24 outline-none"
                data-first-focus={startsInField ? undefined : ""}
                id={titleId}
                tabIndex={-1}
              >
                {title}
              </h2>
              {about ? <p className="text-13 text-muted">{about}</p> : null}
            </div>
            {aside ? <div className="record-aside">{aside}</div> : null}
            {facts ? <div className="record-facts">{facts}</div> : null}
          </div>
          {tabs}
        </header>
        <UnscriptedMessage className="px-4 pb-3 max-md:pt-3 md:px-6" />
        <div className="record-body">{children}</div>
        <footer className="record-foot">{foot}</footer>
        <MessageArea className="message-over-foot" />
      </div>
    </DialogElement>
  );
}

type RecordTabsProps = {
  tabs: readonly RecordTabLink[];
  /** Muted words at the right about the open tab. */
  note?: ReactNode;
};

/** The tabs of a record; a phone shows their short titles. */
export function RecordTabs({ tabs, note }: RecordTabsProps) {
  const named = tabs.map(({ words: { title, short }, ...tab }) => ({
    ...tab,
    title: (
      <>
        <span className="max-md:hidden">{title}</span>
        <span className="md:hidden">{short}</span>
      </>
    ),
  }));
  return (
    <div className="relative">
      <Tabs label="Record" shared tabs={named} />
      {note ? (
        <p className="text-13 text-muted max-md:pt-2 md:absolute md:right-0 md:top-0 md:grid md:h-10 md:max-w-[24%] md:content-center md:text-right">
          {note}
        </p>
      ) : null}
    </div>
  );
}
