/**
 * The number of rows that wait, and of those that will be sent by themselves: the others were refused, were changed by
 * somebody else, or were never sent.
 */
type Waiting = { total: number; sendable: number };

/** Says what happens to waiting rows when the person signs out. */
export function afterSignOut({ total, sendable }: Waiting): string {
  const isOne = total === 1;
  if (sendable === total) {
    return isOne
      ? "It stays on this device and is sent when you sign in here again."
      : "They stay on this device and are sent when you sign in here again.";
  }
  if (sendable === 0) {
    return isOne
      ? "It needs your attention first: it stays on this device and is not sent automatically."
      : "They need your attention first: they stay on this device and are not sent automatically.";
  }
  const needing = total - sendable;
  const others = sendable === 1 ? "the other is" : "the others are";
  return `All stay on this device: ${needing} ${needing === 1 ? "needs" : "need"} your attention first, ${others} sent when you sign in here again.`;
}
