import { RATINGS } from "#domain/grades.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";

import { useSaving } from "#saving/screen/saving-screen.tsx";
import { HistoryLink } from "#saving/screen/field/field-status.tsx";
import { Rating } from "./rating.tsx";
import { useReportContext } from "./report-context.ts";

/** The ten behaviour ratings and their key. */
export function RatingsPanel() {
  const { report } = useReportContext();
  const { hydrated } = useSaving();
  const isEditable = BEHAVIOUR_FIELDS.some((field) => report.rules.editable.includes(field));
  return (
    <>
      <div className="flex items-baseline justify-between gap-4 border-b border-red bg-cream-2 px-4 py-2.5 md:px-5">
        <h2 className="font-sans text-13 font-semibold" id="behaviour">
          Behaviour
        </h2>
        <HistoryLink field={BEHAVIOUR_FIELDS[0] ?? ""} of="behaviour" />
      </div>
      <div className="flex grow flex-col" data-panel="">
        {BEHAVIOUR_FIELDS.map((field) => (
          <Rating field={field} key={field} />
        ))}
      </div>
      <p className="flex flex-wrap gap-x-3 px-4 py-2.5 text-13 text-muted md:px-5">
        {Object.entries(RATINGS).map(([letter, meaning]) => (
          <span key={letter}>
            <strong className="text-ink">{letter}</strong> {meaning}
          </span>
        ))}
        {isEditable && hydrated ? (
          <span className="touch:hidden print:hidden">The keys C, S and R choose and go on</span>
        ) : null}
      </p>
    </>
  );
}
