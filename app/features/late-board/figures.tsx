import { FigureLink, FigureCellRow } from "#ui/list/figure-strip.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { lateBoardViewUrl, withMissingWork } from "./board-address.rules.ts";
import type { MarkSheetProgress } from "#domain/late/sheets.ts";
import type { LateBoardData, LateBoardParams, MissingWorkKind } from "./board.ts";
import { formatWholeNumber } from "./progress.tsx";
import { countMissingEntries } from "#domain/late/sheet-lines.ts";

type FiguresProps = Pick<LateBoardData, "params" | "school">;

/** Shows how much work is missing in the whole school. Each number links to the missing work. */
export function LateBoardFigures({ params, school: { marks, complete, signed, posted } }: FiguresProps) {
  return (
    <FigureCellRow>
      <MissingFigure label="Marks missing" missing="marks" of="due by now" params={params} progress={marks} />
      <MissingFigure
        label="Reports not complete"
        missing="reports"
        of="reports"
        params={params}
        progress={complete}
      />
      <MissingFigure
        label="Reports not signed"
        missing="signatures"
        of="reports"
        params={params}
        progress={signed}
      />
      <MissingFigure
        label="Reports not posted"
        missing="posting"
        of="classes"
        params={params}
        progress={posted}
      />
    </FigureCellRow>
  );
}

type MissingFigureProps = {
  params: LateBoardParams;
  missing: MissingWorkKind;
  label: string;
  progress: MarkSheetProgress;
  of: string;
};

function MissingFigure({ params, missing, label, progress, of }: MissingFigureProps) {
  const left = countMissingEntries(progress);
  return (
    <FigureLink
      about={`of ${formatWholeNumber(progress.total)} ${of}`}
      isCurrent={params.missing === missing}
      label={label}
      to={lateBoardViewUrl(withMissingWork(params, missing))}
    >
      {formatWholeNumber(left)}
      {left === 0 && progress.total > 0 ? <Icon className="text-saved" name="tick" size={24} /> : null}
    </FigureLink>
  );
}
