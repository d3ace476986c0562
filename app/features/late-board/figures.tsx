import { FigureLink, FigureStrip } from "#ui/list/figure-strip.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { boardUrl, lookingFor } from "./board-address.rules.ts";
import type { Progress } from "#domain/late/sheets.ts";
import type { Board, BoardParams, Missing } from "./board.ts";
import { figure } from "./progress.tsx";
import { countMissing } from "#domain/late/sheet-lines.ts";

type FiguresProps = Pick<Board, "params" | "school">;

/** Shows what is missing in the whole school; each figure links to the work that it counts. */
export function Figures({ params, school: { marks, complete, signed, posted } }: FiguresProps) {
  return (
    <FigureStrip>
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
        label="Classes not posted"
        missing="posting"
        of="classes"
        params={params}
        progress={posted}
      />
    </FigureStrip>
  );
}

type MissingFigureProps = {
  params: BoardParams;
  missing: Missing;
  label: string;
  progress: Progress;
  of: string;
};

function MissingFigure({ params, missing, label, progress, of }: MissingFigureProps) {
  const left = countMissing(progress);
  return (
    <FigureLink
      about={`of ${figure(progress.total)} ${of}`}
      isCurrent={params.missing === missing}
      label={label}
      to={boardUrl(lookingFor(params, missing))}
    >
      {figure(left)}
      {left === 0 && progress.total > 0 ? <Icon className="text-saved" name="tick" size={24} /> : null}
    </FigureLink>
  );
}
