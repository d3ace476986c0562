const FAR = 10_000;
const BUTTONS = "[data-field='state']";

/** Down or up the register as it is read. @returns whether there was a row to go to */
export function focusBelow(from: HTMLElement, step: 1 | -1): boolean {
  return focusAt(from, step);
}

/** To the nearest row of the next column, where the register stands in several. */
export function focusBeside(from: HTMLElement, columns: 1 | -1): void {
  const list = from.closest("ol");
  if (!list) return;
  const { left, top, width } = from.getBoundingClientRect();
  const beside = [...list.querySelectorAll<HTMLElement>(BUTTONS)].filter(
    (each) => Math.sign(each.getBoundingClientRect().left - left) === columns,
  );
  const nearest = beside.toSorted((one, other) => distance(one) - distance(other))[0];
  nearest?.focus();

  /** A column away counts more than any number of rows. */
  function distance(to: HTMLElement): number {
    const place = to.getBoundingClientRect();
    return Math.round(Math.abs(place.left - left) / width) * FAR + Math.abs(place.top - top);
  }
}

function focusAt(from: HTMLElement, steps: number): boolean {
  const all = [...(from.closest("ol")?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])];
  const row = from.closest("li");
  const next = all[all.findIndex((each) => row?.contains(each)) + steps];
  next?.focus();
  return next !== undefined;
}
