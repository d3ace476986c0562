import { expect, test } from "vitest";
import { parsePastedCells } from "#domain/text/pasted-cells.ts";

test.each<{ title: string; text: string; cells: string[][] }>([
  { title: "a column of Excel", text: "72\r\n65\r\n80\r\n", cells: [["72"], ["65"], ["80"]] },
  { title: "a column with blanks", text: "72\n\n80\n\n\n", cells: [["72"], [""], ["80"]] },
  {
    title: "two columns",
    text: "Alexander, Keziah\t72\nAli, Rayhaan\tabs",
    cells: [
      ["Alexander, Keziah", "72"],
      ["Ali, Rayhaan", "abs"],
    ],
  },
  {
    title: "a quoted cell",
    text: 'Alexander\t"72\n(late)"\n"Ali ""Ray"""\t65',
    cells: [
      ["Alexander", "72 (late)"],
      ['Ali "Ray"', "65"],
    ],
  },
  { title: "what a web page hides", text: "Ali\u200b\t\u200e65\ufeff", cells: [["Ali", "65"]] },
  { title: "spaces of all kinds", text: "Ali,\u00a0 Rayhaan\t 65 ", cells: [["Ali, Rayhaan", "65"]] },
  {
    title: "a list from a message",
    text: "Keziah Alexander 72\nAli, Rayhaan: 65/100\nJaheim Baptiste - abs",
    cells: [
      ["Keziah Alexander", "72"],
      ["Ali, Rayhaan", "65/100"],
      ["Jaheim Baptiste -", "abs"],
    ],
  },
  { title: "comma separated values", text: "Alexander,Keziah,72", cells: [["Alexander,Keziah", "72"]] },
  {
    title: "names alone",
    text: "Keziah Alexander\nRayhaan Ali",
    cells: [["Keziah Alexander"], ["Rayhaan Ali"]],
  },
  { title: "nothing", text: " \n", cells: [] },
])("$title is read cell by cell", ({ text, cells }) => {
  expect(parsePastedCells(text).cells).toEqual(cells);
});

test.each<[string, string, number]>([
  ["a column of Excel", "72\r\n65\r\n", 0],
  ["a column without an end of line", "72\n65", 0],
  ["a column whose last rows are blank", "72\r\n65\r\n\r\n\r\n", 2],
  ["blank cells of several columns", "72\t80\n\t\n \t\n", 2],
])("after %s, %j, %i blank lines are counted", (_what, text, blank) => {
  expect(parsePastedCells(text).blankAtEnd).toBe(blank);
});
