/** Tells whether the device has a touch screen. On such a device, focusing a field opens a keyboard over the page. */
export function hasTouchScreen(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
