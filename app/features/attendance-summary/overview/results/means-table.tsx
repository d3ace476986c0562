import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import { FAR_POINTS, NEAR_POINTS } from "#domain/results.ts";
import { classes } from "#ui/classes.ts";
import { Panel } from "#ui/page/panel.tsx";
import { opensElsewhere } from "#ui/page/use-link-click.ts";
import { resultNamesUrl } from "./results-address.rules.ts";
import type { FiguresProps } from "./results.server.ts";
import { formatFigure, type MeanCell } from "./results-view.rules.ts";

/** Shows the mean of each subject in each class, shaded by its distance from the subject's mean. */
export function MeansPanel({ figures, results, params }: FiguresProps) {
  const { levels } = figures.means;
  const scope = params.level === null ? "in the classes shown" : "in the level";
  return (
    <Panel
      aside={`${results.title}, shaded by the distance from the subject’s mean ${scope}`}
      className="mt-4"
      flush
      heading="h3"
      title="Means by subject and class"
    >
      <div className="means-panel">
        {levels.length > 1 ? <LevelChoice levels={levels} /> : null}
        <MeansTable figures={figures} params={params} results={results} />
      </div>
      <ShadeKey passMark={figures.passMark} />
    </Panel>
  );
}

type Levels = FiguresProps["figures"]["means"]["levels"];

/** Chooses the level that a narrow screen shows. These are radio buttons, so it works without script. */
function LevelChoice({ levels }: { levels: Levels }) {
  return (
    <fieldset className="level-choice print:hidden">
      <legend className="sr-only">Level shown in the table</legend>
      {levels.map(({ level, title }, index) => (
        <label key={level}>
          <input
            className="sr-only"
            defaultChecked={index === 0}
            name="means-level"
            type="radio"
            value={level}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

function MeansTable({ figures: { means }, params }: FiguresProps) {
  const table = useOneTabStop();
  const open = useCellClick();
  const { levels, rows, classMeans, all } = means;
  const columns = levels.flatMap(({ level, classes: own }) =>
    own.map((item, index) => ({ ...item, className: classes(`l${level}`, index === 0 && "first") })),
  );
  return (
    <table className="means" onClick={open} onKeyDown={moveInTable} ref={table}>
      <caption className="sr-only">The mean of each subject in each class</caption>
      <thead>
        <tr>
          <th rowSpan={2} scope="col">
            Subject
          </th>
          {levels.map(({ level, title, classes: own }) => (
            <th className={`l${level} first`} colSpan={own.length} key={level} scope="colgroup">
              {title}
            </th>
          ))}
          <th className="first" rowSpan={2} scope="col">
            {params.level === null ? "All" : "Level"}
          </th>
        </tr>
        <tr>
          {columns.map(({ id, label, short, className }) => (
            <th abbr={label} className={className} key={id} scope="col">
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, title, cells, all: ofSubject }) => (
          <tr className={levelsOf(cells, columns)} key={id}>
            <th scope="row">{title}</th>
            {columns.map((column, index) => (
              <Cell
                cell={cells[index] ?? null}
                className={column.className}
                key={column.id}
                to={resultNamesUrl("marks", { ...params, classId: column.id, subjectId: id })}
              />
            ))}
            <td className="first all">
              {ofSubject === null ? (
                "–"
              ) : (
                <a href={resultNamesUrl("marks", { ...params, subjectId: id })}>{formatFigure(ofSubject)}</a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Class mean</th>
          {columns.map(({ id, className }, index) => (
            <td className={className} key={id}>
              {classMeans[index] == null ? (
                "–"
              ) : (
                <a href={resultNamesUrl("averages", { ...params, classId: id })}>{classMeans[index]}</a>
              )}
            </td>
          ))}
          <td className="first all">
            <a href={resultNamesUrl("averages", params)}>{formatFigure(all)}</a>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Names the levels that take a subject, so that a narrow screen can leave out the row in the others. */
function levelsOf(cells: readonly (MeanCell | null)[], columns: readonly { className: string }[]): string {
  const names = cells.flatMap((cell, index) =>
    cell === null ? [] : (columns[index]?.className.split(" ")[0] ?? []),
  );
  return [...new Set(names)].join(" ");
}

const SHADES = { "-2": "far-below", "-1": "below", "0": undefined, "1": "above", "2": "far-above" };

function Cell({ cell, className, to }: { cell: MeanCell | null; className: string; to: string }) {
  if (cell === null) return <td className={className} />;
  if (cell.mean === null)
    return (
      <td className={`${className} none`}>
        <a href={to}>
          –<span className="sr-only"> no marks yet</span>
        </a>
      </td>
    );
  return (
    <td className={classes(className, SHADES[cell.shade], cell.isLow && "low")}>
      <a href={to}>{cell.mean}</a>
    </td>
  );
}

function ShadeKey({ passMark }: { passMark: number | null }) {
  return (
    <p className="means-key">
      <span>
        <b className="far-below">55</b> {FAR_POINTS} or more below
      </span>
      <span>
        <b className="below">60</b> {NEAR_POINTS} to {FAR_POINTS} below
      </span>
      <span>
        <b className="above">68</b> {NEAR_POINTS} to {FAR_POINTS} above
      </span>
      <span>
        <b className="far-above">73</b> {FAR_POINTS} or more above
      </span>
      <span>
        <b className="low">46</b> below the pass mark{passMark === null ? "" : `, ${passMark}`}
      </span>
      <span>
        <b className="none">–</b> no marks yet
      </span>
      <span>blank: not taught</span>
    </p>
  );
}

/** Opens the links of the whole table without a page load, with one handler for its hundreds of cells. */
function useCellClick() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    navigate(`${link.pathname}${link.search}`);
  };
}

/** Leaves one link of the table in the tab order; the arrow keys move between the others. */
function useOneTabStop() {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    table.current?.querySelectorAll("a").forEach((link, index) => {
      link.tabIndex = index === 0 ? 0 : -1;
    });
  });
  return table;
}

const STEPS: Record<string, { across: number; down: number }> = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
};

/** Moves to the next cell with a link in the direction of the arrow key, over cells that are empty or hidden. */
function moveInTable(event: KeyboardEvent<HTMLTableElement>) {
  const step = STEPS[event.key];
  const from = event.target instanceof Element ? event.target.closest("td") : null;
  const row = from?.parentElement;
  if (!step || !from || !(row instanceof HTMLTableRowElement) || opensElsewhere({ ...event, button: 0 }))
    return;
  event.preventDefault();
  const { rows } = event.currentTarget;
  let [across, down] = [from.cellIndex + step.across, row.rowIndex + step.down];
  for (let cell = rows[down]?.cells[across]; cell; cell = rows[down]?.cells[across]) {
    const link = cell.querySelector("a");
    if (link && link.getClientRects().length > 0) {
      event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[tabindex="0"]').forEach((other) => {
        other.tabIndex = -1;
      });
      link.tabIndex = 0;
      link.focus();
      return;
    }
    across += step.across;
    down += step.down;
  }
}
