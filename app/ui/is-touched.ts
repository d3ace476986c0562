/** Where a field that has the focus brings up a keyboard, over the page. */
export function isTouched(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
