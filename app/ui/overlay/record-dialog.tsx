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
      <div
        className={joinClassNames(
          "record-plate plate flex h-[calc(100dvh-32px-var(--notice-height,0px))] w-full flex-col p-2 max-md:h-[calc(100dvh-var(--notice-height,0px))] max-md:rounded-none max-md:p-0 max-md:before:content-none max-md:[&_nav]:mb-0",
          facts ? "tall-head max-md:overflow-y-auto max-md:scroll-pb-20" : null,
          WIDTHS[width],
        )}
      >
        <header className="px-4 pt-2 md:px-6 md:pt-5">
          <div className="md:hidden">
            <BackLinkRow label={backLabel} to={closeTo}>
              {where ? <span className="text-muted">{where}</span> : null}
            </BackLinkRow>
          </div>
          <div
            className={joinClassNames(
              "record-head grid items-center gap-y-2 pb-3",
              facts ? "max-md:items-start" : null,
            )}
          >
            {picture ? <div className="mr-4 [grid-area:picture]">{picture}</div> : null}
            <div className="min-w-0 [grid-area:title]">
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
            {aside ? (
              // On a phone, the first button of an odd number of buttons takes a whole line.
              <div className="grid grid-cols-2 content-start gap-2 [grid-area:aside] md:ml-4 md:max-w-[376px] [&>:first-child:nth-last-child(odd)]:col-span-2">
                {aside}
              </div>
            ) : null}
            {facts ? (
              <div className="min-w-0 [grid-area:facts] max-md:contents max-md:[&>div]:contents">{facts}</div>
            ) : null}
          </div>
          {tabs}
        </header>
        <UnscriptedMessage className="px-4 pb-3 max-md:pt-3 md:px-6" />
        <div
          aria-labelledby={isReadOnly ? titleId : undefined}
          className={joinClassNames(
            "record-body min-h-0 flex-1 overflow-y-auto px-4 pb-6 md:px-6 max-md:[header:has(nav)~&]:bg-paper max-md:[header:has(nav)~&]:pt-4",
            facts ? "max-md:flex-[1_0_auto] max-md:overflow-visible" : null,
          )}
          role={isReadOnly ? "region" : undefined}
          // A body without fields or links is scrolled by keyboard only if it can have the focus.
          tabIndex={isReadOnly ? 0 : undefined}
        >
          {children}
        </div>
        <footer
          className={joinClassNames(
            "relative mx-px mb-px flex flex-wrap items-center gap-2 border-t-[3px] border-red bg-paper px-4 py-3 before:absolute before:inset-x-0 before:top-0.5 before:border-t before:border-red md:px-6",
            facts ? "max-md:sticky max-md:bottom-0 max-md:z-10" : null,
          )}
        >
          {foot}
        </footer>
        <MessageArea className="pointer-events-none absolute inset-x-4 bottom-20 z-20 mx-auto max-w-dialog" />
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
