import { nounFor } from "#domain/text/noun.ts";
import { countsLine, type Count, type CountsLine } from "../parts/counts.ts";
import type { SheetTotals } from "./data.ts";

/**
 * Builds a line such as `35 students  2 absent  1 not marked`: the number of students, and of those without a mark by
 * reason.
 */
export function countsOf({ count, absent, noWork, blank }: SheetTotals, isBlankSheet: boolean): CountsLine {
  const all: Count[] = [{ figure: count, words: nounFor(count, "student") }];
  const others: Count[] = [
    { figure: absent, words: "absent" },
    { figure: noWork, words: "no work" },
    { figure: blank, words: "not marked" },
  ];
  return countsLine(isBlankSheet ? all : [...all, ...others.filter(({ figure }) => figure > 0)]);
}
