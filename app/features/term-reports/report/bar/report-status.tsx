import type { MouseEvent, ReactNode } from "react";
import { firstMissingField, type Missing } from "#domain/report-state.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { classes } from "#ui/classes.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { useReportContext } from "../record/report-context.ts";
import { reportStatusOf } from "./report-status.rules.ts";
import { useMissing } from "../use-missing.ts";

/** Shows what the report still needs, and whether the report is complete, signed or sent back. */
export function ReportStatus() {
  const { report } = useReportContext();
  const missing = useMissing();
  const { kind, words, short } = reportStatusOf(report, missing);
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

/** Shows as much of the state as fits under the place in the class on a phone. */
export function ShortReportStatus() {
  const { report } = useReportContext();
  const missing = useMissing();
  const { kind, short } = reportStatusOf(report, missing);
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
 * Links to each missing part; on a phone, one link shows the number of parts and leads to the first, until the report
 * is signed.
 */
function MissingLinks({ missing, isSettled }: { missing: readonly Missing[]; isSettled: boolean }) {
  const { can } = useReportContext().report;
  const [first] = missing;
  // Beside the buttons for signing there is less room.
  const [narrow, wide] = can.sign ? ["lg:hidden", "max-lg:hidden"] : ["md:hidden", "max-md:hidden"];
  return (
    <>
      {first && !isSettled ? (
        <MissingLink className={classes("shrink-0 font-semibold", narrow)} part={first}>
          {missing.length} missing
        </MissingLink>
      ) : null}
      <p className={classes("min-w-0 truncate py-1.5", wide)}>
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

type MissingLinkProps = { part: Missing; className?: string; children: ReactNode };

/** Leads to the missing part of the page; with scripts, right into the empty field. */
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
