import { Link } from "@remix-run/react";
import { classes } from "#ui/classes.ts";
import { FigurePlace, FigureStrip } from "#ui/list/figure-strip.tsx";
import { Icon } from "#ui/page/icon.tsx";

import { boardUrl, lookingFor } from "./board-address.rules.ts";
import type { Progress } from "#domain/late/sheets.ts";
import type { Board, BoardPlace, Missing } from "./board.ts";
import { figure } from "./progress.tsx";
import { missingOf } from "#domain/late/sheet-lines.ts";

type FiguresProps = Pick<Board, "place" | "school">;

/** What is missing in the whole school, in one ruled strip; each figure leads to what it counts. */
export function Figures({ place, school: { marks, complete, signed, posted } }: FiguresProps) {
  return (
    <FigureStrip>
      <FigureLink label="Marks missing" missing="marks" of="due by now" place={place} progress={marks} />
      <FigureLink
        label="Reports not complete"
        missing="reports"
        of="reports"
        place={place}
        progress={complete}
      />
      <FigureLink
        label="Reports not signed"
        missing="signatures"
        of="reports"
        place={place}
        progress={signed}
      />
      <FigureLink label="Classes not posted" missing="posting" of="classes" place={place} progress={posted} />
    </FigureStrip>
  );
}

type FigureLinkProps = {
  place: BoardPlace;
  missing: Missing;
  label: string;
  progress: Progress;
  of: string;
};

function FigureLink({ place, missing, label, progress, of }: FigureLinkProps) {
  const current = place.missing === missing;
  const left = missingOf(progress);
  return (
    <FigurePlace>
      <Link
        aria-current={current ? "true" : undefined}
        className={classes(
          "group block h-full border-b-[3px] px-4 pb-2 pt-3 text-ink no-underline hover:text-ink md:px-5",
          current ? "border-red" : "border-transparent hover:border-rule",
        )}
        preventScrollReset
        to={boardUrl(lookingFor(place, missing))}
      >
        <span className="block font-semibold group-hover:text-red group-hover:underline group-hover:underline-offset-4">
          {label}
        </span>
        <span className="flex items-center gap-2 text-32 font-bold">
          {figure(left)}
          {left === 0 && progress.total > 0 ? <Icon className="text-saved" name="tick" size={24} /> : null}
        </span>
        <span className="block text-13 text-muted">
          of {figure(progress.total)} {of}
        </span>
      </Link>
    </FigurePlace>
  );
}
