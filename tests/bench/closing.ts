type Close = () => unknown;

/** The cleanup at the end, last step first; it also runs after a failure and on Ctrl-C. */
export class Closing {
  private readonly steps: Close[] = [];
  private closed: Promise<void> | null = null;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => void this.close().then(() => process.exit(1)));
    }
  }

  add(step: Close): void {
    this.steps.push(step);
  }

  get hasBegun(): boolean {
    return this.closed !== null;
  }

  /** Runs once, however many callers there are. */
  close(): Promise<void> {
    return (this.closed ??= this.run());
  }

  private async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
