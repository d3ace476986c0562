import { missingWords, type ReportState } from "#domain/report-state.ts";
import { classes } from "#ui/classes.ts";
import { Icon, type IconName } from "#ui/page/icon.tsx";

import type { OverviewReport } from "./overview.ts";

type Look = { icon: IconName; ink: string };

/** Words, icon and colour together: where a report stands is never told by colour alone. */
const LOOKS: Readonly<Record<ReportState, Look>> = {
  incomplete: { icon: "pencil", ink: "text-waiting" },
  returned: { icon: "refused", ink: "text-refused" },
  complete: { icon: "tick", ink: "text-ink" },
  changed: { icon: "changed", ink: "text-colleague" },
  signed: { icon: "sign", ink: "text-saved" },
};

/** Where a report stands and, where it is not done, what for. */
export function OverviewState({ report }: { report: OverviewReport }) {
  const { state, missing, returned } = report;
  const { icon, ink } = LOOKS[state];
  return (
    <div className="grid content-start gap-0.5 text-13">
      <p className={classes("flex items-start gap-2 font-semibold", ink)}>
        <Icon className="mt-px" name={icon} />
        <span>{wordsOf(report)}</span>
      </p>
      {returned ? <p className="break-words">“{returned.reason}”</p> : null}
      {missing.length > 0 ? <p>Missing: {missingWords(missing)}</p> : null}
    </div>
  );
}

function wordsOf({ state, signedOn, returned }: OverviewReport): string {
  if (state === "incomplete") return "Not complete";
  if (state === "returned") return returned ? `Sent back by ${returned.by}, ${returned.at}` : "Sent back";
  if (state === "complete") return "Complete, not signed";
  const signed = state === "changed" ? "Changed since signed" : "Signed";
  return signedOn ? `${signed} ${signedOn}` : signed;
}
