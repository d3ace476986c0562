import { countsLine } from "../../parts/counts.ts";
import { bandHeight, bandText } from "./band.ts";
import { tableOf, type Layout } from "./table.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { ListGroup } from "../data.ts";
import type { PrintedRow } from "../rows.ts";

const GAP = 8;
/** So that the count stands on the line of the name. */
const COUNT_DROP = 2;

type Title = { title: string; aside: string; counts: ReturnType<typeof countsLine> };
type Block = { rows: readonly PrintedRow[]; isContinued: boolean; above: number };

/** A group's table under its name, or what is left of it under its name again. */
export function blockOf(group: ListGroup, { rows, isContinued, above }: Block, layout: Layout): Content {
  const title = titleOf(group, isContinued);
  const name = { ...bandText(title, isContinued), width: layout.width - GAP - title.counts.width };
  const count: Content = { text: title.counts.text, alignment: "right", margin: [0, COUNT_DROP, 0, 0] };
  return {
    margin: [0, above, 0, 0],
    stack: [{ columns: [name, count], columnGap: GAP }, tableOf(rows, layout)],
  };
}

/** The height of a block's title and of its table's head. */
export function blockHeight(group: ListGroup, layout: Layout, isContinued: boolean): number {
  const title = titleOf(group, isContinued);
  return bandHeight(title, layout.width - GAP - title.counts.width) + layout.head.height;
}

function titleOf({ title, aside = "", count }: ListGroup, isContinued: boolean): Title {
  if (isContinued) return { title, aside: "continued", counts: countsLine([]) };
  return { title, aside, counts: countsLine(count === undefined ? [] : [count]) };
}
