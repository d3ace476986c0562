import type { Random } from "../random.ts";

/** The proportions of a scanned signature: black on white, wide. */
export const SIGNATURE = { width: 850, height: 260 };

/** Draws the pen's path: a tall capital, a run of small letters that flattens out, and a flourish below. */
export function signature(chance: Random): string {
  const letters = Array.from({ length: 9 }, (_, index) => letter(index, chance));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="850" height="260" viewBox="0 0 850 260">
    <rect width="850" height="260" fill="#fff"/>
    <g fill="none" stroke="#222" stroke-linecap="round" stroke-linejoin="round" transform="scale(.94)">
      <path d="M70 196C96 120 128 40 158 34C182 30 150 120 138 178C164 108 196 44 222 42C240 42 210 140 214 172C218 190 236 172 252 150" stroke-width="6"/>
      <path d="M252 150${letters.join("")}q60 10 150 -34" stroke-width="4.5"/>
      <path d="M300 214q180 -34 ${chance.between(360, 420)} -14" stroke-width="3.5"/>
    </g></svg>`;
}

function letter(index: number, chance: Random): string {
  const height = Math.max(10, chance.between(34, 58) - 4 * index);
  const width = chance.between(24, 34);
  return index % 4 === 1
    ? `c${width} -${2.6 * height} ${width + 16} -${2.2 * height} 6 ${height / 3}q4 14 ${width} -8`
    : `q${width / 2} -${height} ${width * 0.7} -4q4 ${height / 1.6} ${width} -6`;
}
