import type { Flavour } from "#domain/grades.ts";

/** The red of the school's printed documents. */
const RED = "#7b1e22";

/** Draws the school's crest as SVG: a flower over hills on a shield, or a tree over a book in a ring. */
export function crest(flavour: Flavour): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 200 200">
    <rect width="200" height="200" fill="#fff"/>${flavour === "primary" ? shield() : ring()}</svg>`;
}

function shield(): string {
  const outline = "M36 14h128v82c0 46-28 74-64 92c-36-18-64-46-64-92z";
  const hills = [0, 14, 28, 42].map(
    (down) =>
      `<path d="M38 ${118 + down}q31-22 62 2q31-24 62-2" stroke="#fff" stroke-width="2.6" fill="none"/>`,
  );
  return `
    <defs><clipPath id="inside"><path d="M50 28h100v68c0 38-23 62-50 78c-27-16-50-40-50-78z"/></clipPath></defs>
    <path d="${outline}" fill="#fff" stroke="${RED}" stroke-width="5"/>
    <path d="M46 24h108v72c0 41-24 66-54 82c-30-16-54-41-54-82z" fill="none" stroke="${RED}" stroke-width="1.4"/>
    <g clip-path="url(#inside)"><path d="M38 108q31-22 62 2q31-24 62-2v80H38z" fill="${RED}"/>${hills.join("")}</g>
    <g transform="translate(100 64)">${petals(5)}</g>`;
}

function petals(count: number): string {
  const petal = (turn: number) => `
    <g transform="rotate(${turn})"><path d="M0 -3C-17 -12 -17 -31 -5 -32Q0 -34 0 -29Q0 -34 5 -32C17 -31 17 -12 0 -3z" fill="${RED}" stroke="#fff" stroke-width="1.6"/>
    <path d="M0 -7v-13" stroke="#fff" stroke-width="1.4" stroke-linecap="round"/></g>`;
  const turns = Array.from({ length: count }, (_, index) => (360 / count) * index);
  return `${turns.map(petal).join("")}<circle r="4.5" fill="#fff" stroke="${RED}" stroke-width="2"/>`;
}

function ring(): string {
  const leaf = (turn: number) =>
    `<path d="M0 0C-9 -14 -8 -30 0 -40C8 -30 9 -14 0 0z" transform="rotate(${turn})" fill="${RED}" stroke="#fff" stroke-width="1.6"/>`;
  return `
    <defs><clipPath id="inside"><circle cx="100" cy="100" r="74"/></clipPath></defs>
    <circle cx="100" cy="100" r="88" fill="#fff" stroke="${RED}" stroke-width="6"/>
    <circle cx="100" cy="100" r="79" fill="none" stroke="${RED}" stroke-width="1.6"/>
    <g transform="translate(100 82)">${[-64, 64, -38, 38, -14, 14].map(leaf).join("")}</g>
    <path d="M100 100c-12-10-28-13-46-12v34c18-1 34 3 46 12c12-9 28-13 46-12V88c-18-1-34 2-46 12z" fill="#fff" stroke="${RED}" stroke-width="4" stroke-linejoin="round"/>
    <path d="M100 100v33M64 98q16 0 26 6M64 109q16 0 26 6M136 98q-16 0-26 6M136 109q-16 0-26 6" stroke="${RED}" stroke-width="2.4" fill="none" stroke-linecap="round"/>
    <path d="M20 147q20-10 40 0t40 0t40 0t40 0v40H20z" fill="${RED}" clip-path="url(#inside)"/>`;
}
