import { type MouseEvent, type ReactNode, useEffect, useRef, useState, type RefObject } from "react";
import { firstMissingField, type MissingReportPart } from "#domain/report-state.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { getBaseVersion } from "#saving/protocol/protocol.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { MessageArea } from "#ui/overlay/message-area.tsx";
import { PagingLinks } from "./paging-links.tsx";
import { useReportContext, useMissingParts } from "../record/report-context.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";
import {
  describeReportStatus,
  listFieldsNeedingAttention,
  hasSaveArrived,
  describeSaveState,
  type SaveStateText,
  isReportSigned,
} from "./save-state.rules.ts";
import { findFieldTitle } from "#fields/record.ts";
import { useConnection } from "#saving/client/connection.ts";
import type { RowPhase } from "#saving/client/row-phase.ts";
import { useRowIssue, useRowContext, useCurrentRowValue } from "#saving/screen/field/row-context.ts";
import { MESSAGES } from "#domain/messages.ts";
import { opensOutsidePage } from "#ui/page/use-link-click.ts";
import type { Report, ReportSignature } from "../report.ts";

/**
 * The bar at the bottom of the window with the report's state and actions. On a phone it also has PREV, the position
 * and NEXT, within reach of the thumb. Before JavaScript has loaded, it has the Save buttons.
 */
export function ReportBar() {
  const { report } = useReportContext();
  const { hydrated } = useSaving();
  const { can, rules } = report;
  const isWritten = rules.editable.length > 0;
  const hasActs = isWritten || can.sign;
  // On a phone the state fits below the position, so it needs no line of its own.
  const isUnderThumb = hydrated && !can.sign;
  return (
    <div
      className={joinClassNames(
        "sticky bottom-[var(--notice-height,0px)] z-10 -mx-4 -mb-2 mt-4 bg-paper pb-[env(safe-area-inset-bottom)] md:-mx-6 md:-mb-8 print:hidden",
        !hasActs && "md:hidden",
      )}
      data-bar=""
    >
      <div className="double-rule" />
      {hasActs ? (
        <div
          className={joinClassNames(
            "flex min-h-12 flex-wrap items-center gap-y-1 px-4 py-1 md:flex-nowrap md:px-6 [&:has([data-messages]_p)>[data-standing]]:hidden",
            isUnderThumb && "max-md:[&:not(:has([data-messages]_p))]:hidden",
          )}
        >
          <MessageArea className="min-w-0" data-messages="" />
          <ReportStatus />
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2 pl-3 md:shrink-0">
            {hydrated || !isWritten ? null : <SaveButtons />}
            <SigningActions />
          </div>
        </div>
      ) : null}
      <div className="border-t border-t-line md:hidden">
        <PagingLinks beneath={isUnderThumb ? <ShortReportStatus /> : null} end={report.links.signAll} />
      </div>
    </div>
  );
}

/** The Save buttons, for use without JavaScript. While scripts are loading, the buttons appear only after a moment. */
function SaveButtons() {
  const { report } = useReportContext();
  return (
    <div className="flex animate-appear gap-2 [animation-delay:1500ms] unscripted:animate-none">
      <input name="base" type="hidden" value={getBaseVersion(report.row)} />
      <Button kind={report.can.sign ? "secondary" : "primary"} name="intent" value="save">
        Save
      </Button>
      {report.links.next ? (
        <Button className="max-md:hidden" name="intent" value="save-next">
          Save and next
        </Button>
      ) : null}
    </div>
  );
}

/** Shows the parts that the report still needs, and whether it is complete, signed or sent back. */
function ReportStatus() {
  const { report } = useReportContext();
  const missing = useMissingParts();
  const { kind, words, short } = describeReportStatus(report, missing);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 md:flex-nowrap" data-standing="">
      {words ? (
        <SaveStatus className="shrink-0 font-semibold" kind={kind} size={15}>
          <span className="max-md:hidden">{words}</span>
          <span className="md:hidden">{short}</span>
        </SaveStatus>
      ) : null}
      {missing.length > 0 ? <MissingLinks isSettled={short === "Signed"} missing={missing} /> : null}
    </div>
  );
}

/** Shows the part of the state that fits below the position in the class on a phone. */
function ShortReportStatus() {
  const { report } = useReportContext();
  const missing = useMissingParts();
  const { kind, short } = describeReportStatus(report, missing);
  const [first] = missing;
  if (short === null && first)
    return (
      <MissingLink className="-my-1 inline-block py-1 text-13" part={first}>
        {missing.length} missing
      </MissingLink>
    );
  return <SaveStatus kind={kind}>{short}</SaveStatus>;
}

/**
 * Links to each missing part. On a phone there is a single link with the number of parts. This link leads to the
 * first missing part, and is hidden once the report is signed.
 */
function MissingLinks({ missing, isSettled }: { missing: readonly MissingReportPart[]; isSettled: boolean }) {
  const { can } = useReportContext().report;
  const [first] = missing;
  // The buttons for signing take up space, so with them the full list appears only in wider windows.
  const [narrow, wide] = can.sign ? ["lg:hidden", "max-lg:hidden"] : ["md:hidden", "max-md:hidden"];
  return (
    <>
      {first && !isSettled ? (
        <MissingLink className={joinClassNames("shrink-0 font-semibold", narrow)} part={first}>
          {missing.length} missing
        </MissingLink>
      ) : null}
      <p className={joinClassNames("min-w-0 truncate py-1.5", wide)}>
        <strong>{missing.length} missing:</strong>{" "}
        {missing.map((item, index) => (
          <span key={item.part}>
            {index > 0 ? "; " : ""}
            <MissingLink part={item}>{item.words}</MissingLink>
          </span>
        ))}
      </p>
    </>
  );
}

type MissingLinkProps = { part: MissingReportPart; className?: string; children: ReactNode };

/** Links to the missing part of the page or, with JavaScript, directly to the empty field. */
function MissingLink({ part, className, children }: MissingLinkProps) {
  const { report, row, controller } = useReportContext();
  const { store } = useSaving();

  function onClick(event: MouseEvent) {
    const state = store.rows.row(row)?.state;
    const field = state ? firstMissingField(part, displayedValues(state)) : null;
    if (!field || !report.rules.editable.includes(field)) return;
    event.preventDefault();
    controller.focus(field);
  }

  return (
    <a className={className} href={`#${part.part}`} onClick={onClick}>
      {children}
    </a>
  );
}

/** The time after which 'Record Saved' disappears. */
const CLEARED_MS = 1_500;

/**
 * The save status: 'Saving...', 'Record Saved', or 'Error Occured' (spelt as in the specification) with the reason
 * and a link to the field. The status is empty otherwise.
 */
export function ReportSaveStatus({ size = 15 }: { size?: 13 | 15 }) {
  const { fields } = useRowContext();
  const phase = useCurrentRowValue((snapshot) => snapshot?.phase ?? "blank");
  const issue = useRowIssue();
  const { state: connection } = useConnection();
  const state = describeSaveState({ phase, issue, justSaved: useJustSaved(phase), connection });
  const field = useCurrentRowValue((snapshot) => listFieldsNeedingAttention(snapshot?.state)[0]);
  const isWhole = issue?.kind === "refused" && issue.refusals[0]?.field === null;
  if (!state) return null;
  return (
    <SaveStatus className="min-w-0 font-semibold [&>span]:min-w-0" kind={state.kind} size={size}>
      <Words isShort={size === 13} state={state} />
      {field && !isWhole ? (
        <span>
          {": "}
          <a className="text-current" href={`#${field}-state`}>
            {`see ${findFieldTitle(fields, field)}`}
          </a>
        </span>
      ) : null}
    </SaveStatus>
  );
}

/** The text of the save status. Where there is little room, a reason appears only beside its field. */
function Words({ state: { words, short }, isShort }: { state: SaveStateText; isShort: boolean }) {
  if (isShort || words === short) return <span className="whitespace-nowrap">{short}</span>;
  return (
    <>
      <span className="max-md:hidden">{words}</span>
      <span className="md:hidden">{short}</span>
    </>
  );
}

function useJustSaved(phase: RowPhase): boolean {
  const before = useRef(phase);
  const [justSaved, setJustSaved] = useState(false);

  useEffect(() => {
    const arrived = hasSaveArrived(before.current, phase);
    before.current = phase;
    setJustSaved(arrived);
    if (!arrived) return;
    const timer = setTimeout(() => setJustSaved(false), CLEARED_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  return justSaved;
}

/** The principal's actions: sign, send back and, afterwards, open the next unsigned report. */
function SigningActions() {
  const { report } = useReportContext();
  const { signature, links, can } = report;
  const isDone = isReportSigned(signature);
  return (
    <>
      {can.sendBack && links.sendBack ? (
        <ButtonLink
          className="!px-2 md:!px-4"
          data-dialog=""
          data-not-done="The report was not sent back"
          kind="quiet"
          preventScrollReset
          to={links.sendBack}
        >
          Send back
        </ButtonLink>
      ) : null}
      {can.sign && links.sign ? (
        <ButtonLink
          className={joinClassNames("max-sm:!px-3", isDone && "max-md:hidden")}
          data-dialog=""
          data-not-done={MESSAGES.reportNotSigned}
          icon="sign"
          key={isDone ? "again" : "sign"}
          kind={isDone || report.returned ? "secondary" : "primary"}
          preventScrollReset
          to={links.sign}
        >
          {signature ? "Sign again" : "Sign Report"}
        </ButtonLink>
      ) : null}
      {can.sign ? <NextToSign signature={signature} /> : null}
    </>
  );
}

function NextToSign({ signature }: { signature: ReportSignature | null }) {
  const { report, navigation } = useReportContext();
  const { nextToSign } = report.progress;
  const place = useRef<HTMLSpanElement>(null);
  useFocusOnceSigned(place, report);
  const isSettled = report.returned !== null || isReportSigned(signature);
  if (!nextToSign) return isSettled ? <ClassSigned place={place} /> : null;
  const to = nextToSign;

  function onClick(event: MouseEvent) {
    if (opensOutsidePage(event)) return;
    event.preventDefault();
    void navigation.go(to, event.detail > 0);
  }

  return (
    <span className={isSettled ? undefined : "max-md:hidden"} ref={place}>
      <ButtonLink
        className="max-sm:!px-3 max-sm:[&>svg]:hidden"
        iconAfter="arrow-right"
        kind={isSettled ? "primary" : "quiet"}
        onClick={onClick}
        preventScrollReset
        to={to}
      >
        Next unsigned
      </ButtonLink>
    </span>
  );
}

/** Links to other classes or to the overview of this class, once every report of the class is signed. */
function ClassSigned({ place }: { place: RefObject<HTMLElement> }) {
  const { links } = useReportContext().report;
  return (
    <span ref={place}>
      <ButtonLink className="max-sm:!px-3" kind="primary" to={links.chooser ?? links.signAll}>
        {links.chooser ? "All classes" : "Whole class"}
      </ButtonLink>
    </span>
  );
}

/**
 * Focuses the link to the next report after signing, because the link that opened the dialog is gone. A report also
 * becomes signed when the user restores the signed values, and the focus must then stay in the fields. This hook
 * therefore acts only when the report was loaded again.
 */
function useFocusOnceSigned(place: RefObject<HTMLElement>, { signature, row }: Report) {
  const isDone = isReportSigned(signature);
  const was = useRef({ isDone, row });

  useEffect(() => {
    const isNew = isDone && !was.current.isDone && row !== was.current.row;
    was.current = { isDone, row };
    if (!isNew) return;
    const timer = setTimeout(() => place.current?.querySelector("a")?.focus());
    return () => clearTimeout(timer);
  }, [isDone, place, row]);
}
