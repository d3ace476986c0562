/** How many rows wait, and how many of them go out by themselves: the others were refused, changed, or never left. */
type Waiting = { total: number; sendable: number };

/** What becomes of rows that wait when the person signs out. */
export function afterSignOut({ total, sendable }: Waiting): string {
  const isOne = total === 1;
  if (sendable === total) {
    return isOne
      ? "It stays on this device and is sent when you sign in here again."
      : "They stay on this device and are sent when you sign in here again.";
  }
  if (sendable === 0) {
    return isOne
      ? "It needs you first: it stays on this device and is not sent by itself."
      : "They need you first: they stay on this device and are not sent by themselves.";
  }
  const needing = total - sendable;
  const others = sendable === 1 ? "the other is" : "the others are";
  return `All stay on this device: ${needing} ${needing === 1 ? "needs" : "need"} you first, ${others} sent when you sign in here again.`;
}
