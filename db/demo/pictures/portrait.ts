import type { Gender, Complexion } from "../people/naming.ts";
import { CENTRE, listHairStyles } from "./hair.ts";
import type { RandomStream } from "../random.ts";

/** The size of a portrait. One unit of the drawing is one pixel of the stored file. */
export const PORTRAIT_SIZE = { width: 300, height: 380 };

export type PortraitSitter = {
  look: Complexion;
  gender: Gender;
  clothes: Clothes;
  isAdult: boolean;
  isVeiled: boolean;
};

/** Clothes: a student's white shirt with the tie of the house, or a teacher's clothes without a tie. */
type Clothes = { shirt: string; tie: string | null };

const SKIN: Record<Complexion, readonly (readonly [skin: string, shade: string])[]> = {
  deep: [
    ["#5f3a24", "#4a2b19"],
    ["#73462b", "#5a3520"],
    ["#8a5636", "#6f4329"],
  ],
  brown: [
    ["#a06a42", "#855534"],
    ["#b47b50", "#976340"],
    ["#8f5c3a", "#75492c"],
  ],
  medium: [
    ["#b98258", "#9c6a44"],
    ["#a8734b", "#8b5b39"],
    ["#c99468", "#ab7850"],
  ],
  light: [
    ["#e3b48c", "#c69570"],
    ["#ecc4a0", "#d0a482"],
    ["#d9a67c", "#bb8760"],
  ],
};

const HAIR_COLOURS: Record<Complexion, readonly string[]> = {
  deep: ["#17120f", "#1f1612"],
  brown: ["#14100e", "#1d1512"],
  medium: ["#1c1410", "#2e1d14", "#3a2417"],
  light: ["#1a1512", "#3b2618", "#5a3a22"],
};

export function drawPortrait({ look, clothes, ...sitter }: PortraitSitter, chance: RandomStream): string {
  const [skin, shade] = chance.pick(SKIN[look]);
  const colour = chance.pick(HAIR_COLOURS[look]);
  const wide = chance.between(60, 68);
  const styles = listHairStyles({ ...sitter, isCurly: look === "deep" });
  const hair = chance.pick(styles)({ wide, colour, ribbon: clothes.tie ?? "#8a5a00" });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="380" viewBox="0 0 300 380">
    <defs><radialGradient id="wall" cx=".5" cy=".35" r=".8">
      <stop offset="0" stop-color="#f1e8d4"/><stop offset="1" stop-color="#ddcfb2"/></radialGradient></defs>
    <rect width="300" height="380" fill="url(#wall)"/>
    ${hair.behind}
    ${shoulders(clothes, skin, shade)}
    ${head({ skin, shade, wide, earless: sitter.isVeiled })}
    ${face({ shade, colour, wide }, chance)}
    ${hair.before}
    ${chance.chance(0.12) ? glasses(wide) : ""}
  </svg>`;
}

function shoulders({ shirt, tie }: Clothes, skin: string, shade: string): string {
  return `
    <path d="M122 222h56v62q-28 26-56 0z" fill="${shade}"/>
    <path d="M26 380q2-78 62-92l34-18q28 30 56 0l34 18q60 14 62 92z" fill="${shirt}"/>
    <path d="M122 268q28 34 56 0l-6 12q-22 26-44 0z" fill="${skin}"/>
    <path d="M120 264l-14 14 18 34 26-22zM180 264l14 14-18 34-26-22z" fill="${shirt}" stroke="#00000026" stroke-width="2"/>
    ${tie ? `<path d="M140 294h20l-5 16 9 70h-28l9-70z" fill="${tie}"/>` : ""}`;
}

type Head = { skin: string; shade: string; wide: number; earless: boolean };

function head({ skin, shade, wide, earless }: Head): string {
  const [left, right] = [CENTRE - wide, CENTRE + wide];
  const ears = `
    <ellipse cx="${left}" cy="172" rx="11" ry="18" fill="${skin}"/><ellipse cx="${right}" cy="172" rx="11" ry="18" fill="${skin}"/>
    <path d="M${left - 3} 164q-4 8 0 15M${right + 3} 164q4 8 0 15" stroke="${shade}" stroke-width="3" fill="none"/>`;
  return `${earless ? "" : ears}
    <path d="M${left} 158c0-96 ${2 * wide}-96 ${2 * wide} 0c0 46-22 86-${wide} 88c-${wide - 22}-2-${wide}-42-${wide}-88z" fill="${skin}"/>`;
}

type Face = { shade: string; colour: string; wide: number };

function face({ shade, colour, wide }: Face, chance: RandomStream): string {
  const apart = wide * 0.43;
  const smile = chance.between(8, 17);
  const arch = chance.between(3, 8);
  const iris = chance.pick(["#2a1a10", "#3a2414", "#20140c"]);
  const eyes = [CENTRE - apart, CENTRE + apart].map(
    (x) => `
    <ellipse cx="${x}" cy="170" rx="11" ry="7.5" fill="#fdfaf4"/>
    <circle cx="${x}" cy="170" r="6" fill="${iris}"/><circle cx="${x + 2}" cy="168" r="1.8" fill="#fff"/>
    <path d="M${x - 12} 167q12-11 24 0" stroke="#1b120d" stroke-width="2.6" fill="none" stroke-linecap="round"/>
    <path d="M${x - 14} ${151 + arch / 3}q14-${arch + 5} 28 0" stroke="${colour}" stroke-width="4.5" fill="none" stroke-linecap="round"/>`,
  );
  return `${eyes.join("")}
    <path d="M142 198q8 7 16 0" stroke="${shade}" stroke-width="4" fill="none" stroke-linecap="round"/>
    <path d="M${128} 216q22 ${smile} 44 0" stroke="#7d2f2a" stroke-width="4.5" fill="none" stroke-linecap="round"/>
    ${chance.chance(0.4) ? `<path d="M${130} 217q20 ${smile + 4} 40 0q-20 3-40 0z" fill="#fff"/>` : ""}`;
}

function glasses(wide: number): string {
  const apart = wide * 0.43;
  const lens = (x: number) => `<rect x="${x - 19}" y="155" width="38" height="30" rx="11"/>`;
  return `<g fill="#ffffff22" stroke="#3a3230" stroke-width="3.5">${lens(CENTRE - apart)}${lens(CENTRE + apart)}
    <path d="M${CENTRE - apart + 19} 168q${apart - 19} -8 ${2 * (apart - 19)} 0" fill="none"/></g>`;
}
