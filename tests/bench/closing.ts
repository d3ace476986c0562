type Close = () => unknown;

/** What has to be stopped or removed at the end, the last first; also after a failure and on Ctrl-C. */
export class Closing {
  private readonly steps: Close[] = [];

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => void this.close().finally(() => process.exit(1)));
    }
  }

  add(step: Close): void {
    this.steps.push(step);
  }

  /** Each step is tried, whatever became of the one before. */
  async close(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
