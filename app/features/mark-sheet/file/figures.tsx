import { formatCountOf } from "#domain/text/noun.ts";
import { joinClassNames } from "#ui/classes.ts";
import { MARK_FILE_OUTCOMES, type MarkFileOutcome, type MarkFilePreviewCounts } from "./preview.rules.ts";
import type { MarkFilePreview } from "./preview.server.ts";

const LABELS: Record<MarkFileOutcome, string> = {
  changed: "Changed",
  unchanged: "Unchanged",
  choose: "Needs a decision",
  refused: "Refused",
};

/**
 * The CSS classes of an element that contains the figures and the rows. The chosen figure hides the other rows with CSS
 * alone, so the figures work without JavaScript. A row that a link leads to is always shown.
 */
export const FIGURE_FILTER_CLASSES = joinClassNames(
  "[&_tbody>:not(.is-changed,:target)]:has-[#show-changed:checked]:hidden",
  "[&_tbody>:not(.is-unchanged,:target)]:has-[#show-unchanged:checked]:hidden",
  "[&_tbody>:not(.is-choose,:target)]:has-[#show-choose:checked]:hidden",
  "[&_tbody>:not(.is-refused,:target)]:has-[#show-refused:checked]:hidden",
);

export const SHOW_ALL_ROWS = "show-all";

/** Shows the counts. Each figure is a radio button that chooses the rows to show. */
export function MarkFileFigures({ figures, missing }: Pick<MarkFilePreview, "figures" | "missing">) {
  const about =
    missing === 0 ? "one for each student" : `${formatCountOf(missing, "student")} not in the file`;
  return (
    <div
      aria-label="Rows to show"
      className="-mx-4 grid grid-cols-3 border-y border-t-2 border-t-red bg-paper md:mx-0 md:grid-cols-5 md:rounded-b md:border-x print:hidden"
      role="radiogroup"
    >
      <Figure about={about} count={figures.all} label="All rows" show="all" />
      {MARK_FILE_OUTCOMES.map((outcome) => (
        <Figure
          about={aboutOf(outcome, figures)}
          count={figures[outcome]}
          key={outcome}
          label={LABELS[outcome]}
          show={outcome}
        />
      ))}
    </div>
  );
}

function aboutOf(
  outcome: MarkFileOutcome,
  { changed, choose, refused, absent, blank, saved }: MarkFilePreviewCounts,
): string {
  const unchanged =
    saved > 0 ? `${saved} saved just now` : blank > 0 ? `${blank} still blank` : "nothing to do";
  const abouts: Record<MarkFileOutcome, string> = {
    changed: absent > 0 ? `${absent} of them absent` : changed === 0 ? "nothing to save" : "not saved yet",
    unchanged,
    choose: choose === 0 ? "no mark was changed in Termbook since the download" : "changed in Termbook too",
    refused: refused === 0 ? "every row can be read" : refused === 1 ? "is left out" : "are left out",
  };
  return abouts[outcome];
}

type FigureProps = {
  show: MarkFileOutcome | "all";
  label: string;
  count: number;
  about: string;
};

/** Shows one figure. A figure of 0 cannot be chosen, because there are no rows behind it. */
function Figure({ show, label, count, about }: FigureProps) {
  return (
    <label className="group relative flex flex-col border-line px-4 pb-2 pt-3 after:absolute after:inset-x-0 after:-bottom-px after:h-[3px] has-[:checked]:after:bg-red has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-red [&:hover:has(:enabled:not(:checked))]:after:bg-rule max-md:[&:nth-child(-n+3)]:border-b max-md:[&:not(:nth-child(3n))]:border-r md:border-r md:px-5 md:last:border-r-0">
      <input
        autoComplete="off"
        className="radio-cover peer disabled:cursor-default"
        defaultChecked={show === "all"}
        disabled={count === 0}
        form=""
        id={`show-${show}`}
        name="show"
        type="radio"
        value={show}
      />
      <span className="font-semibold peer-checked:text-red group-hover:peer-enabled:text-red group-hover:peer-enabled:underline">
        {label}
      </span>
      <span className="text-24 font-bold md:text-32">{count}</span>
      <span className="text-13 text-muted">{about}</span>
    </label>
  );
}
