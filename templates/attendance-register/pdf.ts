import {
  joinBlockContents,
  sumBlockHeights,
  type MeasuredBlock,
  pageFrame,
  buildDocument,
} from "../parts/page.ts";
import { noDataText } from "../parts/heading.ts";
import { abbreviationKeyLine } from "../parts/key.ts";
import { compactLetterhead } from "../parts/letterhead.ts";
import { signatureLines } from "../parts/signatures.ts";
import { SANS_LINE_HEIGHT, FONT_SIZES } from "../parts/type.ts";
import { attendanceRegisterTable } from "./table.ts";
import { listRegisterNotes } from "./words.ts";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { AttendanceRegister } from "./data.ts";

const TITLE = "Attendance Register";
const ABOVE_TABLE = 4;
/** The width of the key, to the left of the lines for signatures. */
const EXPLAINED_WIDTH = 330;
const BETWEEN = 18;
const SIGNED_BY = [
  { words: "Form teacher", share: 3 },
  { words: "Principal", share: 3 },
  { words: "Date", share: 1.3 },
];
const ABOVE_SIGNATURE = 15;

/** Lays out the register of a class and month in landscape, with lines for signatures. */
export function attendanceRegisterPdf(register: AttendanceRegister): TDocumentDefinitions {
  const { about, month, printed, school } = register;
  return buildDocument({
    orientation: "landscape",
    title: `${TITLE}, ${about}, ${month}`,
    foot: ["Attendance register", about, month, `printed ${printed.on}`],
    printed,
    author: school.name,
    content: contentOfRegister(register),
  });
}

function contentOfRegister(register: AttendanceRegister): Content[] {
  const { textWidth, textHeight } = pageFrame("landscape");
  const { school, about, month: period, keys } = register;
  const head = compactLetterhead({ school, title: TITLE, about, period, width: textWidth });
  if (register.students.length === 0 || register.days.length === 0) return [head.content, noDataText()];
  const foot = explainedAndSigned(
    abbreviationKeyLine(keys, listRegisterNotes(register), EXPLAINED_WIDTH),
    textWidth,
  );
  const table = attendanceRegisterTable(register, {
    width: textWidth,
    first: textHeight - sumBlockHeights([head]) - ABOVE_TABLE,
    next: textHeight,
    tail: sumBlockHeights([foot]),
  });
  return [
    ...joinBlockContents([head]),
    { stack: [table], margin: [0, ABOVE_TABLE, 0, 0] },
    ...joinBlockContents([foot]),
  ];
}

function explainedAndSigned(explained: MeasuredBlock, width: number): MeasuredBlock {
  const lines = signatureLines(SIGNED_BY, { width: width - EXPLAINED_WIDTH - BETWEEN, gap: BETWEEN });
  const signed = ABOVE_SIGNATURE + FONT_SIZES.label * SANS_LINE_HEIGHT + 2;
  return {
    height: Math.max(explained.height, signed),
    content: {
      unbreakable: true,
      columnGap: BETWEEN,
      columns: [
        { width: EXPLAINED_WIDTH, stack: [explained.content] },
        { columns: lines, columnGap: BETWEEN, margin: [0, ABOVE_SIGNATURE, 0, 0] },
      ],
    },
  };
}
