import { Link } from "@remix-run/react";
import { classes } from "#ui/classes.ts";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { formatDate } from "#domain/dates.ts";

import { tickName, type ChangedReport, type PostingLine } from "./post-reports.rules.ts";
import { ROW, TICK_CELL } from "./table-look.ts";

type PostingRowProps = { line: PostingLine; isTicked: boolean; onTick: (isTicked: boolean) => void };

/** Green belongs to 'Posted' alone: of the counts what is whole is muted, and what is not is bold. */
export function PostingRow({ line, isTicked, onTick }: PostingRowProps) {
  const { classId, label, teachers, postedOn, reports, complete, signed, changed } = line;
  const isWhole = complete === reports && signed === reports;
  return (
    <tr className={classes(ROW, "hover:bg-cream")} role="row">
      <td className={TICK_CELL} role="cell">
        <label className="grid min-h-10 place-items-center max-md:h-full touch:min-h-11">
          <TickBox
            aria-label={`Select ${label}`}
            checked={isTicked}
            className="tick"
            name={tickName(classId)}
            onTick={onTick}
          />
        </label>
      </td>
      <th className={classes(CELL, "break-words font-semibold max-md:pt-2")} role="rowheader" scope="row">
        {label}
      </th>
      <td className={classes(CELL, "max-md:hidden")} role="cell">
        {teachers || <span className="text-muted">Nobody yet</span>}
      </td>
      <td className={classes(CELL, "max-md:pr-4 max-md:pt-2")} role="cell">
        <Posted on={postedOn} />
      </td>
      <td
        className={classes(
          CELL,
          "max-md:col-span-2 max-md:col-start-2 max-md:pb-2 max-md:text-13 md:text-right",
          (complete < reports || signed < reports) && "max-md:font-semibold",
        )}
        role="cell"
      >
        <Count done={complete} of={reports} />
        <span className={classes("md:hidden", isWhole ? "text-muted" : "text-ink")}>
          {" "}
          complete, {signed} signed
        </span>
      </td>
      <td className={classes(CELL, "text-right max-md:hidden")} role="cell">
        <Count done={signed} of={reports} />
      </td>
      <td className={classes(CELL, "max-md:col-span-2 max-md:col-start-2 max-md:empty:hidden")} role="cell">
        {changed.length > 0 ? <Changed reports={changed} /> : null}
      </td>
    </tr>
  );
}

const CELL = "px-3 py-2 align-top max-md:px-3 max-md:py-0.5 font-normal";

function Posted({ on }: { on: string | null }) {
  return (
    <span className={classes("flex items-center gap-2 whitespace-nowrap", on && "text-saved")}>
      <Icon className={on ? undefined : "text-refused"} name={on ? "tick" : "close"} />
      {on ? formatDate(on) : "Not posted"}
    </span>
  );
}

function Count({ done, of }: { done: number; of: number }) {
  return (
    <span className={done < of ? "font-semibold text-ink" : "text-muted"}>
      {done} of {of}
    </span>
  );
}

/** More names say nothing more. */
const MOST_NAMED = 3;

function Changed({ reports }: { reports: readonly ChangedReport[] }) {
  const others = reports.length - MOST_NAMED;
  return (
    <div className="flex gap-2 text-13 max-md:pb-2">
      <Icon className="mt-px text-waiting" name="pencil" />
      <div className="min-w-0">
        <p className="font-semibold text-waiting">{reports.length} changed</p>
        <ul>
          {reports.slice(0, MOST_NAMED).map(({ name, url, what }) => (
            <li className="break-words" key={`${name} ${url}`}>
              {url ? <Link to={url}>{name}</Link> : <span className="font-semibold">{name}</span>}
              <span className="text-muted">: {what}</span>
            </li>
          ))}
        </ul>
        {others > 0 ? <p className="text-muted">and {others} more</p> : null}
      </div>
    </div>
  );
}
