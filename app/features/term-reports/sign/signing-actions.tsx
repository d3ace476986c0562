import { useEffect, useRef, type MouseEvent, type RefObject } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { opensOutsidePage } from "#ui/page/use-link-click.ts";
import { useReportContext } from "../report/record/report-context.ts";
import type { Report, ReportSignature } from "../report/report.ts";
import { isSigned } from "../report/bar/save-state.rules.ts";

/** The principal's actions: sign, send back and, afterwards, open the next unsigned report. */
export function SigningActions() {
  const { report } = useReportContext();
  const { signature, links, can } = report;
  const isDone = isSigned(signature);
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
  const isSettled = report.returned !== null || isSigned(signature);
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
 * Focuses the link to the next report after signing, because the link that opened the dialog is gone. Only a reloaded
 * report counts as signed here: when a user restores the signed values, the focus must stay in the fields.
 */
function useFocusOnceSigned(place: RefObject<HTMLElement>, { signature, row }: Report) {
  const isDone = isSigned(signature);
  const was = useRef({ isDone, row });

  useEffect(() => {
    const isNew = isDone && !was.current.isDone && row !== was.current.row;
    was.current = { isDone, row };
    if (!isNew) return;
    const timer = setTimeout(() => place.current?.querySelector("a")?.focus());
    return () => clearTimeout(timer);
  }, [isDone, place, row]);
}
