/** Tells whether the device has a touch screen, on which focusing a field opens a keyboard over the page. */
export function hasTouchScreen(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
