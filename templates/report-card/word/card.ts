import { nothing } from "../../parts/word/text.ts";
import { BELOW, BESIDE, BETWEEN, PAGE } from "../grid.ts";
import { wordHead } from "./head.ts";
import { wordCriteria } from "./criteria.ts";
import { wordMarks } from "./marks.ts";
import { sideBySide, wordAttendance, wordBehaviour, wordKeys } from "./side.ts";
import { wordClosing, wordComment, wordSignature } from "./words.ts";
import type { School } from "../../parts/school.ts";
import type { Flow } from "../../parts/word/table.ts";
import type { ReportCard } from "../data.ts";
import type { Density } from "../density.ts";
import type { Pictures } from "../../parts/word/pictures.ts";

type WordSetting = { school: School; pictures: Pictures; density: Density };

/** Word's lines are lower than those of the printed page, so what fits there fits here. */
export function wordCard(card: ReportCard, { school, pictures, density }: WordSetting): Flow {
  const between = nothing(density.gap);
  return [
    ...wordHead(card, school, pictures),
    between,
    ...(card.layout === "beside" ? besideArea(card, density) : belowArea(card, density)),
    nothing(density.gap),
    ...(card.layout === "beside"
      ? besideWords(card, density, pictures)
      : belowWords(card, density, pictures)),
    nothing(density.gap),
    ...wordClosing(card.closing, density),
  ];
}

function besideArea({ marks, attendance, behaviour, ratingKey }: ReportCard, density: Density): Flow {
  const right = [
    wordAttendance(attendance, BESIDE.side, density),
    nothing(density.gap),
    wordBehaviour("Behaviour", behaviour, BESIDE.side, density),
    wordKeys(ratingKey, [], "left"),
  ];
  const rows = attendance.length + behaviour.length;
  const left = [
    ...wordMarks(marks, BESIDE.marks, density, rows),
    wordKeys(marks.key, notesOf(marks), "left"),
  ];
  return sideBySide([left, right], [BESIDE.marks, BESIDE.side]);
}

function belowArea({ marks, attendance, behaviour, ratingKey }: ReportCard, density: Density): Flow {
  const half = Math.ceil(behaviour.length / 2);
  const hasBoth = marks.groups.length > 0 && marks.criteria.length > 0;
  const columns = [
    [wordAttendance(attendance, BELOW.first, density)],
    [wordBehaviour("Behaviour", behaviour.slice(0, half), BELOW.second, density)],
    [wordBehaviour("", behaviour.slice(half), BELOW.third, density)],
  ];
  const keys = [[wordKeys(marks.key, notesOf(marks), "left")], [wordKeys(ratingKey, [], "right")]];
  return [
    ...(marks.criteria.length === 0 || hasBoth ? wordMarks(marks, PAGE.width, density, null) : []),
    ...(hasBoth ? [nothing(density.gap)] : []),
    ...(marks.criteria.length > 0 ? wordCriteria(marks, density) : []),
    ...sideBySide(keys, [PAGE.width - BETWEEN - BELOW.third, BELOW.third]),
    nothing(density.gap),
    ...sideBySide(columns, [BELOW.first, BELOW.second, BELOW.third]),
  ];
}

function besideWords(card: ReportCard, density: Density, pictures: Pictures): Flow {
  const principal = wordComment(card.principalComment, density, 2);
  const signature = wordSignature(card.signature, BESIDE.side, density, pictures);
  return [
    ...wordComment(card.teacherComment, density, 3),
    nothing(density.gap),
    ...sideBySide([principal, signature], [BESIDE.marks, BESIDE.side]),
  ];
}

function belowWords(card: ReportCard, density: Density, pictures: Pictures): Flow {
  const principal = [
    ...wordComment(card.principalComment, density, 2),
    ...wordSignature(card.signature, BELOW.third, density, pictures),
  ];
  const teacher = wordComment(card.teacherComment, density, 3);
  return sideBySide([teacher, principal], [PAGE.width - BETWEEN - BELOW.third, BELOW.third]);
}

function notesOf({ note, criterionNote }: ReportCard["marks"]): string[] {
  return [note, criterionNote].filter((each) => each !== null);
}
