export type Alarm = { ring: () => void; wait: (milliseconds: number) => Promise<void> };

/** Sleeps until it rings or the time is over. A ring while nobody sleeps ends the next sleep before it begins. */
export function alarm(): Alarm {
  let rung = false;
  let wake = () => {};

  function ring(): void {
    rung = true;
    wake();
  }

  async function wait(milliseconds: number): Promise<void> {
    if (!rung) await sleep(milliseconds);
    rung = false;
  }

  function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return { ring, wait };
}
