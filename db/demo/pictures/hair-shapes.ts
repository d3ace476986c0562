/** The middle of a portrait. */
export const CENTRE = 150;

type Cap = { wide: number; colour: string; out?: number; top?: number; side?: number; line?: number };

/** Hair over the crown and down to the sides; `line` is where the forehead begins. */
export function cap({ wide, colour, out = 3, top = 74, side = 156, line = 116 }: Cap): string {
  const [left, right] = [CENTRE - wide - out, CENTRE + wide + out];
  const pull = side - (side - top) / 0.75;
  return `<path d="M${left} ${side}C${left - 2} ${pull} ${right + 2} ${pull} ${right} ${side}L${right - 14} ${line + 16}Q${CENTRE} ${line - 14} ${left + 14} ${line + 16}Z" fill="${colour}"/>`;
}

/** Two arcs that meet in the middle of the forehead. */
export function parted({ wide, colour, out = 4, top = 72, side = 176, line = 112 }: Cap): string {
  const [left, right] = [CENTRE - wide - out, CENTRE + wide + out];
  const pull = side - (side - top) / 0.75;
  return `<path d="M${left} ${side}C${left - 4} ${pull} ${right + 4} ${pull} ${right} ${side}Q${right - 10} ${line + 18} ${CENTRE} ${line - 16}Q${left + 10} ${line + 18} ${left} ${side}Z" fill="${colour}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

export function bow(x: number, y: number, colour: string): string {
  return `<path d="M${x} ${y}l-15-9v18zM${x} ${y}l15-9v18z" fill="${colour}"/>${circle(x, y, 4.5, colour)}`;
}

/** Draws both sides as mirror images. */
export function mirrored(draw: (x: number, side: -1 | 1) => string, away: number): string {
  return draw(CENTRE - away, -1) + draw(CENTRE + away, 1);
}
