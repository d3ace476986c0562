import { useEffect, useRef, type RefObject } from "react";
import { FAR_FROM_MEAN_POINTS, NEAR_MEAN_POINTS } from "#domain/figures/results.ts";
import { Panel } from "#ui/page/panel.tsx";
import { meanColumnClass, meansTableRowsHtml } from "./result-rows.rules.ts";
import { markListUrl } from "../overview-address.rules.ts";
import type { TestFiguresProps } from "./results.server.ts";
import { formatFigure } from "./results-view.rules.ts";

/** Shows the mean of each subject in each class, shaded by its distance from the subject's mean. */
export function MeansPanel({ figures, results, params }: TestFiguresProps) {
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
      <div className="means-panel overflow-x-auto">
        {levels.length > 1 ? <LevelChoice levels={levels} /> : null}
        <MeansTable figures={figures} params={params} results={results} />
      </div>
      <ShadeKey passMark={figures.passMark} />
    </Panel>
  );
}

type Levels = TestFiguresProps["figures"]["means"]["levels"];

/** Chooses the level that a narrow screen shows. Radio buttons and CSS make it work without JavaScript. */
function LevelChoice({ levels }: { levels: Levels }) {
  return (
    <fieldset className="flex flex-wrap border-b print:hidden xl:hidden">
      <legend className="sr-only">Level shown in the table</legend>
      {levels.map(({ level, title }, index) => (
        <label
          className="flex min-h-11 cursor-pointer items-center border-b-[3px] border-transparent px-3.5 pt-[3px] hover:border-rule has-[:checked]:border-red has-[:checked]:font-bold has-[:checked]:text-red has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-red md:px-4"
          key={level}
        >
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

/** A school with at most this many classes gets wider cells. */
const FEW_CLASSES = 18;

function MeansTable({ figures: { means }, params }: TestFiguresProps) {
  const table = useRef<HTMLTableElement>(null);
  useArrowKeys(table);
  const { levels, rows, classMeans, all } = means;
  const columns = levels.flatMap(({ level, classes }) =>
    classes.map((item, index) => ({ ...item, level, isFirst: index === 0 })),
  );
  return (
    <table className={columns.length > FEW_CLASSES ? "means" : "means few"} ref={table}>
      <caption className="sr-only">The mean of each subject in each class</caption>
      <thead>
        <tr>
          <th rowSpan={2} scope="col">
            Subject
          </th>
          {levels.map(({ level, title, classes }) => (
            <th
              className={meanColumnClass({ id: level, level, isFirst: true })}
              colSpan={classes.length}
              key={level}
              scope="colgroup"
            >
              {title}
            </th>
          ))}
          <th className="first" rowSpan={2} scope="col">
            {params.level === null ? "All" : "Level"}
          </th>
        </tr>
        <tr>
          {columns.map((column) => (
            <th
              abbr={column.label}
              className={meanColumnClass(column)}
              key={`${column.level} ${column.id}`}
              scope="col"
            >
              {column.short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody dangerouslySetInnerHTML={{ __html: meansTableRowsHtml(rows, columns, params) }} />
      <tfoot>
        <tr>
          <th scope="row">{columns[0]?.id === 0 ? "Level mean" : "Class mean"}</th>
          {columns.map((column, index) => (
            <td className={meanColumnClass(column)} key={`${column.level} ${column.id}`}>
              {classMeans[index] == null ? (
                "–"
              ) : (
                <a
                  href={markListUrl(
                    "averages",
                    column.id === 0 ? { ...params, level: column.level } : { ...params, classId: column.id },
                  )}
                >
                  {classMeans[index]}
                </a>
              )}
            </td>
          ))}
          <td className="first all">
            <a href={markListUrl("averages", params)}>{formatFigure(all)}</a>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

const KEY = "mr-1 inline-block w-[26px] text-center forced-color-adjust-none";

function ShadeKey({ passMark }: { passMark: number | null }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 border-t px-4 py-2.5 text-13 text-muted md:px-5">
      <span>
        <b className={`${KEY} bg-rule font-normal text-ink`}>55</b> {FAR_FROM_MEAN_POINTS} or more below
      </span>
      <span>
        <b className={`${KEY} bg-rule/[0.35] font-normal text-ink`}>60</b> {NEAR_MEAN_POINTS} to{" "}
        {FAR_FROM_MEAN_POINTS} below
      </span>
      <span>
        <b className={`${KEY} bg-cream-2 font-normal text-ink`}>68</b> {NEAR_MEAN_POINTS} to{" "}
        {FAR_FROM_MEAN_POINTS} above
      </span>
      <span>
        <b className={`${KEY} bg-line-2 font-normal text-ink`}>73</b> {FAR_FROM_MEAN_POINTS} or more above
      </span>
      <span>
        <b className={`${KEY} font-normal underline text-ink`}>46</b> below the pass mark
        {passMark === null ? "" : `, ${passMark}`}
      </span>
      <span>
        <b className={`${KEY} font-bold text-waiting`}>–</b> no marks yet
      </span>
      <span>blank: not taught</span>
    </p>
  );
}

/** Keeps only one link of the table in the tab order. The arrow keys move between the links. */
function useArrowKeys(table: RefObject<HTMLTableElement>): void {
  useEffect(() => {
    const element = table.current;
    element?.querySelectorAll("a").forEach((link, index) => {
      link.tabIndex = index === 0 ? 0 : -1;
    });
    element?.addEventListener("keydown", moveInTable);
    return () => element?.removeEventListener("keydown", moveInTable);
  });
}

const STEPS: Record<string, { across: number; down: number }> = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
};

/** Moves to the next cell with a link in the direction of the arrow key, skipping empty and hidden cells. */
function moveInTable(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const from = event.target instanceof Element ? event.target.closest("td") : null;
  const [row, table] = [from?.closest("tr"), from?.closest("table")];
  const hasOtherKey = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!step || !from || !row || !table || hasOtherKey) return;
  event.preventDefault();
  let [across, down] = [from.cellIndex + step.across, row.rowIndex + step.down];
  for (let cell = table.rows[down]?.cells[across]; cell; cell = table.rows[down]?.cells[across]) {
    const link = cell.querySelector("a");
    if (link && link.getClientRects().length > 0) {
      moveTabStop(table, link);
      return;
    }
    across += step.across;
    down += step.down;
  }
}

function moveTabStop(table: HTMLTableElement, link: HTMLAnchorElement): void {
  for (const other of table.querySelectorAll<HTMLAnchorElement>('a[tabindex="0"]')) other.tabIndex = -1;
  link.tabIndex = 0;
  link.focus();
}
