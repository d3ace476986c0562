import { existsSync } from "node:fs";
import type { Column, Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import { buildCountsLine, type LabelledCount } from "../parts/counts.ts";
import { framedPicture } from "../parts/framed-picture.ts";
import { noDataText, subjectAndCountsLine, titleLine } from "../parts/heading.ts";
import { letterhead } from "../parts/letterhead.ts";
import { buildSectionedDocument, joinBlockContents, pageFrame } from "../parts/page.ts";
import type { PrintTime, School } from "../parts/school.ts";
import { INK_COLOUR, MUTED_COLOUR, RULE_WEIGHTS } from "../parts/type.ts";

/** The students of classes with their pictures. Each class begins on a new page. */
export type PictureList = {
  school: School;
  title: string;
  printed: PrintTime;
  classes: readonly {
    /** The class and its teachers. */
    about: string;
    aside: string;
    period: string;
    counts: LabelledCount[];
    foot: string[];
    students: readonly PicturedStudent[];
  }[];
};

/** `picture` is the path of an opaque JPEG; null without a picture. */
export type PicturedStudent = { name: string; studentId: string; picture: string | null };

const ACROSS = 6;
const GAP = 10;
const { textWidth } = pageFrame("portrait");
const CELL = (textWidth - (ACROSS - 1) * GAP) / ACROSS;
const PICTURE = { width: 52, height: 65.9 };

export function pictureListPdf({ school, title, printed, classes }: PictureList): TDocumentDefinitions {
  return buildSectionedDocument({
    orientation: "portrait",
    title,
    printed,
    author: school.name,
    sections: classes.map(({ about, aside, period, counts, foot, students }) => ({
      foot,
      content: [
        ...joinBlockContents([
          letterhead(school, textWidth),
          titleLine("Class list", period, textWidth),
          subjectAndCountsLine({ text: about, aside, counts: buildCountsLine(counts), width: textWidth }),
        ]),
        ...(students.length === 0 ? [noDataText()] : rowsOf(students)),
      ],
    })),
  });
}

function rowsOf(students: readonly PicturedStudent[]): Content[] {
  return Array.from({ length: Math.ceil(students.length / ACROSS) }, (_row, index) => ({
    unbreakable: true,
    columnGap: GAP,
    margin: [0, index === 0 ? 14 : 9, 0, 0] as [number, number, number, number],
    columns: Array.from({ length: ACROSS }, (_cell, place): Column => {
      const student = students[index * ACROSS + place];
      return student ? { width: CELL, stack: cellOf(student) } : { width: CELL, text: "" };
    }),
  }));
}

function cellOf({ name, studentId, picture }: PicturedStudent): Content[] {
  return [
    ...(picture !== null && existsSync(picture) ? framedPicture(picture, PICTURE) : emptyFrame()),
    { text: name, fontSize: 8, bold: true, margin: [0, 3, 0, 0] },
    { text: studentId, fontSize: 7.4, color: MUTED_COLOUR },
  ];
}

/** Draws the frame of a picture that is missing, in which one can be glued. */
function emptyFrame(): Content[] {
  const { width: w, height: h } = PICTURE;
  const rect = {
    type: "rect" as const,
    x: 0,
    y: 0,
    w,
    h,
    lineWidth: RULE_WEIGHTS.row,
    lineColor: INK_COLOUR,
  };
  return [{ canvas: [rect] }];
}
