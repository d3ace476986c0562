import { figureOf } from "../parts/counts.ts";
import { NO_DATA } from "../parts/heading.ts";
import { frameOf } from "../parts/page.ts";
import { MUTED, SIZE } from "../parts/type.ts";
import { wordLetterhead, wordTitle } from "../parts/word/letterhead.ts";
import { Pictures } from "../parts/word/pictures.ts";
import { line, run, tab } from "../parts/word/text.ts";
import { orientationOf } from "./plan.ts";
import { wordList } from "./word-table.ts";
import { aboutOf, footOf, isEmpty, titleOf } from "./words.ts";
import type { Element } from "../parts/word/element.ts";
import type { WordFile } from "../parts/word/print-docx.ts";
import type { Flow } from "../parts/word/table.ts";
import type { ListDocument, ListHeading } from "./data.ts";

const ABOUT = { large: 20, small: 12 };

/** Builds the same list for Word, for changes before printing; blocks follow one below the other. */
export function listDocx(list: ListDocument): WordFile {
  const { school, printed } = list;
  const orientation = orientationOf(list);
  const frame = frameOf(orientation);
  const { textWidth: width } = frame;
  const children = [
    wordLetterhead(school, new Pictures(), width),
    wordTitle(titleOf(list), list.period, width),
    aboutLine(list, width),
    ...(isEmpty(list) ? [note(NO_DATA, 12)] : list.tables.flatMap((table) => wordList(table, frame))),
    ...noteLines(list),
  ];
  const title = [list.title, aboutOf(list)].join(", ");
  return { title, author: school.name, printed, orientation, sections: [{ foot: footOf(list), children }] };
}

function aboutLine({ about, aside, counts }: ListHeading, width: number): Element {
  const small = { size: ABOUT.small, serif: true, color: MUTED };
  const runs = counts.flatMap((count) => [
    ...run(`   ${figureOf(count)}`, { size: SIZE.table, bold: true }),
    ...run(`\u00a0${count.words}`, { size: SIZE.table }),
  ]);
  const words = [
    ...run(about, { size: ABOUT.large, serif: true }),
    ...(aside === "" ? [] : run(`  ${aside}`, small)),
    tab({ size: SIZE.table }),
    ...runs,
  ];
  return line(words, { after: 4, tab: width, outline: true });
}

function noteLines({ keys, notes }: ListHeading): Flow {
  const letters = keys.flatMap(({ letter, meaning }) => [
    ...run(letter, { size: SIZE.key, bold: true }),
    ...run(`\u00a0${meaning}   `, { size: SIZE.key, color: MUTED }),
  ]);
  if (keys.length + notes.length === 0) return [];
  return [line([...letters, ...run(notes.join("   "), { size: SIZE.key, color: MUTED })], { before: 6 })];
}

function note(text: string, size: number): Element {
  return line(run(text, { size, serif: true, italics: true, color: MUTED }), { align: "center", before: 40 });
}
