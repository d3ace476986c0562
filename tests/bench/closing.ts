type Close = () => unknown;

/** The cleanup steps at the end, last step first. They also run after a failure and on Ctrl-C. */
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

  /** Runs once, even if it is called several times. */
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
