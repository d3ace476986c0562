import { createEmitter } from "#ui/emitter.ts";

/** A disk that does not answer holds no mark up: it is sent all the same. */
const DISK_PATIENCE_MS = 1_000;

/** Changes on their way to the device's disk: one transaction at a time, and what changes meanwhile is in the next. */
export abstract class DiskWriter<Change> {
  private readonly pending = new Map<string, Change>();
  /** In the transaction under way. */
  private begun: readonly [string, Change][] = [];
  private readonly ends = createEmitter();
  private writing: Promise<void> | null = null;
  private durable = true;

  /** All of them or none: a failure is a rejection. */
  protected abstract write(changes: readonly Change[]): Promise<void>;

  /** Listeners are notified after every writing. */
  readonly subscribe = this.ends.subscribe;

  /** The last change of a name counts. */
  protected writeSoon(name: string, change: Change) {
    this.pending.set(name, change);
    this.start();
  }

  /** A write that failed is tried once more, now that the network or the person is back. */
  retry() {
    if (this.pending.size > 0) this.start();
  }

  /** The changes that are not known to be on the disk. */
  protected unwritten(): Change[] {
    return [...new Map([...this.begun, ...this.pending]).values()];
  }

  /** Settles when all that was changed is on the disk, as well as this device can; it never fails. */
  async written() {
    if (this.writing) await this.inTime(this.writing, undefined);
  }

  /** Whether what waits outlives this page. */
  isDurable(): boolean {
    return this.durable;
  }

  /** A disk that hangs is no disk: the page says then that it must stay open. */
  protected inTime<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<Result>((resolve) => {
      timer = setTimeout(() => {
        this.durable = false;
        resolve(otherwise);
      }, DISK_PATIENCE_MS);
    });
    return Promise.race([work, patience]).finally(() => clearTimeout(timer));
  }

  private start() {
    // Not before whoever changes rows is done: a class that is marked is on the disk whole, or not at all.
    this.writing ??= Promise.resolve()
      .then(() => this.writeAll())
      .finally(() => {
        this.writing = null;
        this.ends.notify();
      });
  }

  private async writeAll() {
    while (this.pending.size > 0) {
      const changes = [...this.pending];
      this.pending.clear();
      this.begun = changes;
      // A browser may have dropped the connection while the page was out of sight: the second try opens another.
      this.durable = (await this.hasWritten(changes)) || (await this.hasWritten(changes));
      this.begun = [];
      if (this.durable) continue;
      // Tried again with the next change.
      for (const [name, change] of changes) if (!this.pending.has(name)) this.pending.set(name, change);
      return;
    }
  }

  private hasWritten(changes: readonly [string, Change][]): Promise<boolean> {
    return this.write(changes.map(([, change]) => change)).then(
      () => true,
      () => false,
    );
  }
}
