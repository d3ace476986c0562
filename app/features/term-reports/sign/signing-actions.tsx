import { useEffect, useRef, type MouseEvent, type RefObject } from "react";

import { MESSAGES } from "#domain/messages.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { classes } from "#ui/classes.ts";
import { opensElsewhere } from "#ui/page/use-link-click.ts";

import { useReportContext } from "../report/record/report-context.ts";
import type { Report, Signature } from "../report/report.ts";
import { isSigned } from "../report/bar/report-status.rules.ts";

/** What the principal can do: sign, send back, and once that is done go on to the next report that is not signed. */
export function SigningActs() {
  const { report } = useReportContext();
  const { signature, links, can } = report;
  const isDone = isSigned(signature);
  return (
    <>
      {can.sendBack && links.sendBack ? (
        <ButtonLink
          className="!px-2 md:!px-4"
          data-dialog=""
          data-not-done="Not sent back"
          kind="quiet"
          preventScrollReset
          to={links.sendBack}
        >
          Send back
        </ButtonLink>
      ) : null}
      {can.sign && links.sign ? (
        <ButtonLink
          className={classes("max-sm:!px-3", isDone && "max-md:hidden")}
          data-dialog=""
          data-not-done={MESSAGES.reportNotSigned}
          icon="sign"
          key={isDone ? "again" : "sign"}
          kind={isDone || report.returned ? "secondary" : "primary"}
          preventScrollReset
          to={links.sign}
        >
          {signature ? "Sign Again" : "Sign Report"}
        </ButtonLink>
      ) : null}
      {can.sign ? <NextToSign signature={signature} /> : null}
    </>
  );
}

function NextToSign({ signature }: { signature: Signature | null }) {
  const { report, navigation } = useReportContext();
  const { nextToSign } = report.progress;
  const place = useRef<HTMLSpanElement>(null);
  useFocusOnceSigned(place, report);
  const isSettled = report.returned !== null || isSigned(signature);
  if (!nextToSign) return isSettled ? <ClassSigned place={place} /> : null;
  const to = nextToSign;

  function onClick(event: MouseEvent) {
    if (opensElsewhere(event)) return;
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

/** Every report of this class is signed: on to other classes, or to this one as a whole. */
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
 * One press goes on: the dialog in which it was signed has nowhere of its own to give the focus back to. Only a report
 * that was read anew was signed: one may also write back what is signed, and goes on in the next field then.
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
