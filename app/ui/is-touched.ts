/** Returns whether the device has a touch screen, on which focusing a field brings up a keyboard over the page. */
export function isTouched(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
