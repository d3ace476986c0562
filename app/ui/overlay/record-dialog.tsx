import { useLocation, useNavigate } from "@remix-run/react";
import { useId, type ReactNode } from "react";
import type { RecordTabLink } from "#domain/people/record-params.ts";
import { joinClassNames } from "../classes.ts";
import { BackLinkRow } from "../page/page-head.tsx";
import { OPENED_TAB_STATE, Tabs } from "../page/tabs.tsx";
import { DialogElement } from "./dialog.tsx";
import { MessageArea, UnscriptedMessage } from "./message-area.tsx";
import { useModalFromServerHtml } from "./use-modal.ts";

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
  /** More facts under the title. They make the header tall, so on a phone the header scrolls with the content. */
  facts?: ReactNode;
  /** The record's place in the list, which a phone shows beside the back link. */
  where?: string | null;
  /** The tabs, which stay in view while the record scrolls. */
  tabs?: ReactNode;
  /** The address of the page without the dialog, and the name of that page. */
  closeTo: string;
  backLabel: string;
  /** True if a field with `data-first-focus` gets the focus first. */
  startsInField?: boolean;
  /** The bar at the bottom, with text about the whole record at the left and buttons at the right. */
  foot: ReactNode;
  /** The width of the dialog: for a record, a roster of students, a profile with a second column, or an archive. */
  width?: keyof typeof WIDTHS;
  /** True if the body has nothing that can have the focus. */
  isReadOnly?: boolean;
  children: ReactNode;
};

/** Tells whether the person has just changed tabs within the record, as opposed to opening the record. */
function useIsOpenedTab(): boolean {
  const { state } = useLocation();
  return state === OPENED_TAB_STATE;
}

/**
 * A record over its list. The dialog is as high as the window on every tab, its header and footer stay in view, and
 * only the middle scrolls. On a phone the record is a page with a back link.
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
  const { tabs, foot, facts, where, startsInField = false, width = "record", isReadOnly, children } = rest;
  const navigate = useNavigate();
  const titleId = useId();
  const close = () => navigate(closeTo, { replace: true, preventScrollReset: true });
  return (
    <DialogElement
      className="max-md:p-0"
      dialog={useModalFromServerHtml({ opensTab: useIsOpenedTab() })}
      isServed
      onCancel={close}
      titleId={titleId}
    >
      <div className={joinClassNames("plate record-plate", facts ? "tall-head" : null, WIDTHS[width])}>
        <header className="px-4 pt-2 md:px-6 md:pt-5">
          <div className="md:hidden">
            <BackLinkRow label={backLabel} to={closeTo}>
              {where ? <span className="text-muted">{where}</span> : null}
            </BackLinkRow>
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
        <div
          aria-labelledby={isReadOnly ? titleId : undefined}
          className="record-body"
          role={isReadOnly ? "region" : undefined}
          // A body without fields or links is scrolled by keyboard only if it can have the focus.
          tabIndex={isReadOnly ? 0 : undefined}
        >
          {children}
        </div>
        <footer className="record-foot">{foot}</footer>
        <MessageArea className="message-over-foot" />
      </div>
    </DialogElement>
  );
}

type RecordTabsProps = {
  tabs: readonly RecordTabLink[];
  /** Muted text at the right about the open tab. */
  note?: ReactNode;
};

/** The tabs of a record. A phone shows their short titles. */
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
