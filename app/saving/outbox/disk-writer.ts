import { createEmitter } from "#ui/emitter.ts";

/** The longest time that a mark waits for the disk before the mark is sent all the same. */
const DISK_PATIENCE_MS = 1_000;

/** Writes changes to the disk of the device, in one transaction at a time. Changes made meanwhile go into the next. */
export abstract class DiskWriter<Change> {
  private readonly pending = new Map<string, Change>();
  /** The changes in the current transaction. */
  private begun: readonly [string, Change][] = [];
  private readonly ends = createEmitter();
  private writing: Promise<void> | null = null;
  private durable = true;

  /** Writes all changes or none, and rejects on failure. */
  protected abstract write(changes: readonly Change[]): Promise<void>;

  /** Notifies listeners after every write. */
  readonly subscribe = this.ends.subscribe;

  /** Queues a change for writing. Only the last change under a name counts. */
  protected writeSoon(name: string, change: Change) {
    this.pending.set(name, change);
    this.start();
  }

  /** Tries a failed write again, because the network or the person is back. */
  retry() {
    if (this.pending.size > 0) this.start();
  }

  /** Returns the changes that are not known to be on the disk. */
  protected unwritten(): Change[] {
    return [...new Map([...this.begun, ...this.pending]).values()];
  }

  /** Resolves when all changes are on the disk, as far as this device can store them. Never rejects. */
  async written() {
    if (this.writing) await this.inTime(this.writing, undefined);
  }

  /** Tells whether waiting values outlive this page. */
  isDurable(): boolean {
    return this.durable;
  }

  /** Limits the time for the disk. A disk that hangs counts as no disk, and the page asks to be left open. */
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
    // Writing begins after the caller has made all its changes: a marked class is on the disk whole, or not at all.
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
      // A browser may have dropped the connection while the page was out of sight. The second try opens another.
      this.durable = (await this.hasWritten(changes)) || (await this.hasWritten(changes));
      this.begun = [];
      if (this.durable) continue;
      // Changes that could not be written are tried again with the next change.
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
