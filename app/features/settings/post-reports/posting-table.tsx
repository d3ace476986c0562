import { classes } from "#ui/classes.ts";
import { TickBox } from "#ui/form/choice/tick-box.tsx";

import { groupsOf, type PostingGroup, type PostingLine } from "./post-reports.rules.ts";
import { PostingRow } from "./posting-row.tsx";
import { ROW, TICK_CELL } from "./table-look.ts";
import type { Ticks } from "./use-ticks.ts";

type PostingTableProps = { lines: readonly PostingLine[]; ticks: Ticks };

const HEADS = [
  { title: "Class", width: "w-[116px]" },
  { title: "Form teacher", width: "w-[216px]" },
  { title: "Posted", width: "w-[160px]" },
  { title: "Reports complete", width: "w-[144px] text-right" },
  { title: "Signed", width: "w-[104px] text-right" },
  { title: "Since it was posted", width: "" },
];

/** The classes of the term: those that are held back first, then those that are posted (A2). */
export function PostingTable({ lines, ticks }: PostingTableProps) {
  return (
    <table className="w-full border-collapse text-left max-md:block md:table-fixed" role="table">
      <caption className="sr-only">Classes, and whether their reports are posted</caption>
      <thead className="max-md:sr-only" role="rowgroup">
        <tr role="row">
          <th
            className={classes(TICK_CELL, "sticky top-0 z-10 border-b border-b-red bg-cream-2")}
            role="columnheader"
          >
            <span className="sr-only">Selected</span>
          </th>
          {HEADS.map(({ title, width }) => (
            <th
              className={classes(
                "sticky top-0 z-10 h-10 border-b border-red bg-cream-2 px-3 text-13 font-semibold",
                width,
              )}
              key={title}
              role="columnheader"
              scope="col"
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {groupsOf(lines).map((group) => (
        <tbody className="max-md:block" key={group.title} role="rowgroup">
          <GroupRow group={group} ticks={ticks} />
          {group.lines.map((line) => (
            <PostingRow
              isTicked={ticks.ticked.has(line.classId)}
              key={line.classId}
              line={line}
              onTick={(isTicked) => ticks.tick([line.classId], isTicked)}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Its box ticks all under it, by script alone. */
function GroupRow({ group: { title, lines }, ticks }: { group: PostingGroup; ticks: Ticks }) {
  const ids = lines.map(({ classId }) => classId);
  return (
    <tr className={classes(ROW, "bg-cream")} role="row">
      <td className={TICK_CELL} role="cell">
        <label className="grid min-h-9 place-items-center unscripted:hidden touch:min-h-11">
          <TickBox
            aria-label={`All that are ${title.toLowerCase()}`}
            checked={ids.every((id) => ticks.ticked.has(id))}
            className="tick"
            onTick={(isTicked) => ticks.tick(ids, isTicked)}
          />
        </label>
      </td>
      <th className="px-3 py-1.5 max-md:col-span-2" colSpan={HEADS.length} role="rowheader" scope="rowgroup">
        <span className="font-serif font-bold">{title}</span>
        <span className="ml-2 text-13 font-normal text-muted">{lines.length}</span>
      </th>
    </tr>
  );
}
