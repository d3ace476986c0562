import type { Gender } from "../people/naming.ts";

/** The horizontal centre of a portrait. */
export const CENTRE = 150;

type Cap = { wide: number; colour: string; out?: number; top?: number; side?: number; line?: number };

/** Draws hair over the head and down both sides. `line` is the upper edge of the forehead. */
function cap({ wide, colour, out = 3, top = 74, side = 156, line = 116 }: Cap): string {
  const [left, right] = [CENTRE - wide - out, CENTRE + wide + out];
  const pull = side - (side - top) / 0.75;
  return `<path d="M${left} ${side}C${left - 2} ${pull} ${right + 2} ${pull} ${right} ${side}L${right - 14} ${line + 16}Q${CENTRE} ${line - 14} ${left + 14} ${line + 16}Z" fill="${colour}"/>`;
}

/** Draws hair with a parting: two arcs that meet in the middle of the forehead. */
function parted({ wide, colour, out = 4, top = 72, side = 176, line = 112 }: Cap): string {
  const [left, right] = [CENTRE - wide - out, CENTRE + wide + out];
  const pull = side - (side - top) / 0.75;
  return `<path d="M${left} ${side}C${left - 4} ${pull} ${right + 4} ${pull} ${right} ${side}Q${right - 10} ${line + 18} ${CENTRE} ${line - 16}Q${left + 10} ${line + 18} ${left} ${side}Z" fill="${colour}"/>`;
}

function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

function bow(x: number, y: number, colour: string): string {
  return `<path d="M${x} ${y}l-15-9v18zM${x} ${y}l15-9v18z" fill="${colour}"/>${circle(x, y, 4.5, colour)}`;
}

function mirrored(draw: (x: number, side: -1 | 1) => string, away: number): string {
  return draw(CENTRE - away, -1) + draw(CENTRE + away, 1);
}

/** Hair in two layers: `behind` is drawn behind the shoulders, and `before` in front of the face. */
type Hair = { behind: string; before: string };
type Head = { wide: number; colour: string; ribbon: string };
type Style = (head: Head) => Hair;

type Cuts = { curly: readonly Style[]; any: readonly Style[] };

const BOYS: Cuts = { curly: [fade, shortAfro, twists, fade], any: [neat, sidePart, fringe, curls] };
const GIRLS: Cuts = {
  curly: [puffs, crown, braids, bunches],
  any: [longStraight, plaits, bob, bunches, bun],
};
const WOMEN: Cuts = { curly: [crown, shortAfro, bun], any: [longStraight, bob, bun] };

export type HairWearer = { gender: Gender; isAdult: boolean; isVeiled: boolean; isCurly: boolean };

export function listHairStyles({ gender, isAdult, isVeiled, isCurly }: HairWearer): readonly Style[] {
  if (isVeiled) return [veil];
  const cuts = gender === "M" ? BOYS : isAdult ? WOMEN : GIRLS;
  return isCurly ? cuts.curly : cuts.any;
}

function fade({ wide, colour }: Head): Hair {
  return {
    behind: "",
    before: cap({ wide, colour, out: 0, top: 78, side: 142, line: 112 }),
  };
}

function neat({ wide, colour }: Head): Hair {
  return { behind: "", before: cap({ wide, colour }) };
}

function sidePart({ wide, colour }: Head): Hair {
  const [left, right] = [CENTRE - wide - 3, CENTRE + wide + 3];
  return {
    behind: "",
    before: `<path d="M${left} 152C${left - 6} 34 ${right + 6} 42 ${right} 152L${right - 10} 126Q${CENTRE + 6} 124 ${left + 34} 96Q${left + 22} 118 ${left + 10} 130Z" fill="${colour}"/>`,
  };
}

function fringe({ wide, colour }: Head): Hair {
  const [left, right] = [CENTRE - wide - 3, CENTRE + wide + 3];
  const step = (right - left - 20) / 6;
  const teeth = Array.from(
    { length: 6 },
    (_, tooth) => `l${-step / 2} ${tooth % 2 ? 8 : 13}l${-step / 2} -${tooth % 2 ? 8 : 13}`,
  );
  return {
    behind: "",
    before: `<path d="M${left} 156C${left - 4} 40 ${right + 4} 40 ${right} 156L${right - 10} 122${teeth.join("")}Z" fill="${colour}"/>`,
  };
}

function shortAfro({ wide, colour }: Head): Hair {
  return {
    behind: `<ellipse cx="${CENTRE}" cy="124" rx="${wide + 13}" ry="62" fill="${colour}"/>`,
    before: cap({ wide, colour, out: 8, top: 62, side: 148, line: 116 }),
  };
}

function curls({ wide, colour }: Head): Hair {
  return {
    behind: "",
    before:
      cap({ wide, colour, out: 2, top: 76, line: 108 }) +
      Array.from({ length: 9 }, (_, curl) => {
        const angle = Math.PI * (1 + curl / 8);
        return circle(CENTRE + (wide - 4) * Math.cos(angle), 124 + 42 * Math.sin(angle), 15, colour);
      }).join(""),
  };
}

function twists({ wide, colour }: Head): Hair {
  return {
    behind: "",
    before:
      cap({ wide, colour, out: 1, top: 78, side: 146, line: 108 }) +
      Array.from({ length: 8 }, (_, twist) => {
        const x = CENTRE - wide + 14 + (twist * (2 * wide - 28)) / 7;
        const lift = 20 * Math.sin((Math.PI * twist) / 7);
        return `<path d="M${x} ${104 - lift / 2}v-${16 + lift / 2}" stroke="${colour}" stroke-width="13" stroke-linecap="round"/>`;
      }).join(""),
  };
}

function longStraight({ wide, colour }: Head): Hair {
  return {
    behind: `<path d="M${CENTRE - wide - 12} 150q-14 96 -8 158q${wide + 20} 18 ${2 * wide + 40} 0q6-62 -8-158q-${wide + 12}-96 -${2 * wide + 24} 0z" fill="${colour}"/>`,
    before: parted({ wide, colour }),
  };
}

function bob({ wide, colour }: Head): Hair {
  return {
    behind: `<path d="M${CENTRE - wide - 14} 150q-12 70 2 96h${2 * wide + 24}q14-26 2-96q-${wide + 14}-100 -${2 * wide + 28} 0z" fill="${colour}"/>`,
    before: cap({ wide, colour, out: 5, top: 70, side: 184, line: 122 }),
  };
}

function plaits({ wide, colour, ribbon }: Head): Hair {
  return {
    behind: mirrored(
      (x, side) =>
        [0, 1, 2, 3]
          .map((knot) => circle(x + side * (6 - knot), 184 + knot * 24, 17 - knot * 2, colour))
          .join("") + bow(x + side * 3, 268, ribbon),
      wide + 4,
    ),
    before: parted({ wide, colour }),
  };
}

function bunches({ wide, colour, ribbon }: Head): Hair {
  return {
    behind: mirrored(
      (x, side) =>
        `<ellipse cx="${x + side * 14}" cy="206" rx="19" ry="50" transform="rotate(${-side * 8} ${x} 206)" fill="${colour}"/>`,
      wide,
    ),
    before: parted({ wide, colour, side: 164 }) + mirrored((x, side) => bow(x + side * 8, 164, ribbon), wide),
  };
}

function bun({ wide, colour, ribbon }: Head): Hair {
  return {
    behind: circle(CENTRE, 62, 31, colour),
    before:
      cap({ wide, colour, side: 160, line: 110 }) +
      `<path d="M124 80q26 12 52 0" stroke="${ribbon}" stroke-width="8" fill="none"/>`,
  };
}

function puffs({ wide, colour, ribbon }: Head): Hair {
  return {
    behind: mirrored((x) => circle(x, 92, 37, colour), wide - 2),
    before:
      parted({ wide, colour, out: 2, top: 78, side: 160 }) +
      mirrored((x, side) => bow(x - side * 16, 104, ribbon), wide),
  };
}

function crown({ wide, colour, ribbon }: Head): Hair {
  return {
    behind: `<ellipse cx="${CENTRE}" cy="70" rx="56" ry="44" fill="${colour}"/>`,
    before:
      cap({ wide, colour, out: 1, top: 80, side: 156, line: 106 }) +
      `<path d="M96 104q54-28 108 0" stroke="${ribbon}" stroke-width="9" fill="none"/>`,
  };
}

function braids({ wide, colour, ribbon }: Head): Hair {
  return {
    behind: mirrored(
      (x, side) =>
        [0, 1, 2]
          .map((braid) => {
            const at = x + side * (10 - braid * 11);
            return `<path d="M${at} 150V${268 - braid * 8}" stroke="${colour}" stroke-width="10" stroke-linecap="round"/>${circle(at, 272 - braid * 8, 7, ribbon)}`;
          })
          .join(""),
      wide + 4,
    ),
    before: parted({ wide, colour, side: 168 }),
  };
}

/** Draws a white school veil with an opening for the face. */
function veil({ wide }: Head): Hair {
  const [left, right] = [CENTRE - wide - 10, CENTRE + wide + 10];
  return {
    behind: "",
    before: `<path fill-rule="evenodd" d="M${left} 170C${left - 6} 26 ${right + 6} 26 ${right} 170Q${right + 2} 250 ${right + 18} 296Q${CENTRE} 356 ${left - 18} 296Q${left - 2} 250 ${left} 170ZM${CENTRE - wide + 5} 168C${CENTRE - wide + 3} 84 ${CENTRE + wide - 3} 84 ${CENTRE + wide - 5} 168C${CENTRE + wide - 5} 216 ${CENTRE + 26} 250 ${CENTRE} 250C${CENTRE - 26} 250 ${CENTRE - wide + 5} 216 ${CENTRE - wide + 5} 168Z" fill="#f7f4ec" stroke="#0000001f" stroke-width="2"/>`,
  };
}
