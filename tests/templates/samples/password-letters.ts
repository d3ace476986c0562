import { samplePrintTime, sampleSchool } from "./school.ts";
import type { PasswordLetters } from "#templates/password-letters/pdf.ts";

const PEOPLE: readonly [name: string, userName: string, password: string][] = [
  ["Mr. Desmond Alleyne", "d.alleyne", "river-mango-copper-37"],
  ["Ms. Alicia Atwong", "a.atwong", "pelican-drum-ginger-46"],
  ["Ms. Kerry-Ann Baptiste", "k.baptiste", "manicou-platform-hibiscus-88"],
  ["Mr. Terrence Boodhoo", "t.boodhoo", "saddle-otter-nutmeg-43"],
  ["Mrs. Judith Charles", "j.charles", "lantern-kite-comet-96"],
  ["Mrs. Lisa De Freitas", "l.defreitas", "cocoa-ferry-plum-84"],
  ["Mrs. Wendy-Ann Gomez", "w.gomez", "tamarind-museum-squirrel-47"],
  [
    "Ms. Christiana-Alexandria Ramnarinesingh-Teelucksingh",
    "christiana-alexandria.ramnarinesingh-teel",
    "cinnamon-sapphire-mountain-56",
  ],
  [
    `Mrs. ${"Christiana-Alexandria ".repeat(2)}Ramnarinesingh-Teelucksingh-Sookdeo-Mohammed-Baksh`,
    "c.ramnarinesingh",
    "pelican-drum-ginger-47",
  ],
  ["Mr. Jérôme Peña", "j.pena", "agouti-piano-wren-72"],
];

function lettersOf(people: typeof PEOPLE): PasswordLetters {
  const count = people.length === 1 ? "1 person" : `${people.length} people, by last name`;
  return {
    title: "One-time passwords",
    school: sampleSchool.name,
    printed: samplePrintTime,
    foot: [
      "One-time passwords",
      count,
      "made 2 Jul 2026, 10:05, by W. Gomez",
      "cut along the lines, then hand out each letter",
    ],
    address: "termbook.pouihill.example",
    letters: people.map(([name, userName, password]) => ({ name, userName, password, until: "16 Jul 2026" })),
  };
}

export const samples: Record<string, PasswordLetters> = {
  one: lettersOf(PEOPLE.slice(0, 1)),
  "two sheets": lettersOf(PEOPLE),
};
