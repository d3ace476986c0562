import { Link } from "@remix-run/react";
import { useEffect, useRef, type KeyboardEvent } from "react";

import { fieldNamed, rowId } from "#saving/screen/field-dom.ts";

import type { BulkActions } from "../bulk/tasks.ts";
import { NoticeLine } from "./bulk-notice.tsx";
import type { Sheet } from "./sheet.ts";

type EndOfSheetProps = { bulk: BulkActions; sheet: Sheet };

/** Who types down the page and goes on from the last row is offered the next subject; up leads back. */
export function EndOfSheet({ bulk: { isAtEnd, place }, sheet }: EndOfSheetProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const { nextSubjectUrl, backUrl } = sheet;

  useEffect(() => {
    if (isAtEnd) link.current?.focus();
  }, [isAtEnd]);

  function onKeyDown(event: KeyboardEvent) {
    const at = place();
    const row = at && document.getElementById(rowId(at.row));
    if (!row || (event.key !== "ArrowUp" && event.key !== "Escape")) return;
    event.preventDefault();
    fieldNamed(row, at.field)?.focus();
  }

  return (
    <div role="status">
      {isAtEnd ? (
        <NoticeLine icon="info">
          <span>
            {nextSubjectUrl ? "That was the last row." : "That was the last row of your last subject."}
          </span>
          <Link onKeyDown={onKeyDown} ref={link} to={nextSubjectUrl ?? backUrl}>
            {nextSubjectUrl ? "Next Subject" : "Choose another sheet"}
          </Link>
        </NoticeLine>
      ) : null}
    </div>
  );
}
