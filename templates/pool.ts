import { Worker } from "node:worker_threads";
import type { PrintedFile } from "./parts/print-pdf.ts";

/** A message from a thread: the progress of a long document, or finally its result. */
export type WorkerReply = { pages: number } | { file: PrintedFile } | { failed: string };

export type PoolJob = {
  /** The requester. One document of each owner is rendered at a time, so that other people need not wait for many. */
  owner?: number;
  /** True for a document that lets all smaller documents go first, such as the report cards of a class. */
  isLarge?: boolean;
  /** Aborted if nobody waits for the document any longer. */
  signal?: AbortSignal;
  /** Called at intervals with the number of pages laid out so far. */
  onPages?: (pages: number) => void;
};
/** `heapMb` limits the memory of each thread, so that a faulty document cannot use up the process's memory. */
type PoolOptions = { file: () => string; size: number; timeLimitMs: number; heapMb: number };
type Job = {
  data: unknown;
  turn: PoolJob;
  resolve: (file: PrintedFile) => void;
  reject: (error: Error) => void;
};
type Thread = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | null };

/** A thread that would finish within this time is not ended, because starting a new thread takes about as long. */
const ABANDONED_MS = 1_000;
const ABANDONED = "Nobody is waiting for the document any longer.";
const CLOSED = "The program is closing, so no more documents are made.";

/**
 * A queue of jobs for a few long-lived threads. A thread is started when there is work, and does one job at a time. If
 * a thread dies or takes too long, its job fails and the next job starts another thread. Idle threads do not keep the
 * process alive; working threads do.
 */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #queue: Job[] = [];
  #file: string | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts the threads before there is work, because loading their code takes longer than rendering most documents. */
  warm(): void {
    this.#file ??= this.#options.file();
    while (this.#start() !== null);
  }

  async run(data: unknown, turn: PoolJob = {}): Promise<PrintedFile> {
    turn.signal?.throwIfAborted();
    this.#file ??= this.#options.file();
    let onAbort = () => {};
    const printed = new Promise<PrintedFile>((resolve, reject) => {
      const job = { data, turn, resolve, reject };
      onAbort = () => this.#abandon(job);
      this.#queue.push(job);
      this.#work();
    });
    turn.signal?.addEventListener("abort", onAbort);
    return printed.finally(() => turn.signal?.removeEventListener("abort", onAbort));
  }

  /** Counts an owner's waiting documents, without the document in progress. */
  waitingOf(owner: number): number {
    return this.#queue.filter(({ turn }) => turn.owner === owner).length;
  }

  async close(): Promise<void> {
    const open = [...this.#threads];
    for (const job of this.#queue.splice(0)) job.reject(new Error(CLOSED));
    for (const thread of open) this.#giveUp(thread, CLOSED);
    await Promise.all(open.map((thread) => thread.worker.terminate()));
  }

  #work(): void {
    for (let job = this.#next(); job; job = this.#next()) {
      const thread = [...this.#threads].find((item) => item.job === null) ?? this.#start();
      if (thread === null) return;
      this.#queue.splice(this.#queue.indexOf(job), 1);
      this.#give(thread, job);
    }
  }

  /** Returns the oldest job whose owner has no job in progress. A large job is returned only if there is no other. */
  #next(): Job | undefined {
    const owners = new Set([...this.#threads].map(({ job }) => job?.turn.owner));
    const ready = this.#queue.filter(({ turn }) => turn.owner === undefined || !owners.has(turn.owner));
    return ready.find(({ turn }) => !turn.isLarge) ?? ready[0];
  }

  #abandon(job: Job): void {
    const place = this.#queue.indexOf(job);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      return job.reject(new Error(ABANDONED));
    }
    const thread = [...this.#threads].find((item) => item.job === job);
    if (!thread) return;
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.timer = setTimeout(() => this.#giveUp(thread, ABANDONED), ABANDONED_MS);
  }

  #start(): Thread | null {
    const { size, heapMb } = this.#options;
    if (this.#threads.size >= size || this.#file === null) return null;
    const resourceLimits = { maxOldGenerationSizeMb: heapMb };
    const worker = new Worker(this.#file, { execArgv: [], resourceLimits });
    const thread: Thread = { worker, job: null, timer: null };
    this.#threads.add(thread);
    worker.unref();
    worker.on("message", (answer: WorkerReply) => {
      if ("pages" in answer) thread.job?.turn.onPages?.(answer.pages);
      else this.#finish(thread, answer);
    });
    worker.on("error", (error) =>
      this.#giveUp(thread, `The thread making the document failed: ${error.message}`),
    );
    worker.on("exit", (code) => this.#giveUp(thread, `The thread making the document ended (${code}).`));
    return thread;
  }

  #give(thread: Thread, job: Job): void {
    const { timeLimitMs } = this.#options;
    const late = `The document took longer than ${timeLimitMs / 1000} seconds.`;
    thread.job = job;
    thread.timer = setTimeout(() => this.#giveUp(thread, late), timeLimitMs);
    thread.worker.ref();
    try {
      thread.worker.postMessage(job.data);
    } catch (error) {
      this.#finish(thread, { failed: `The document's data cannot be handed to a thread: ${String(error)}` });
    }
  }

  #finish(thread: Thread, answer: Exclude<WorkerReply, { pages: number }>): void {
    const job = release(thread);
    thread.worker.unref();
    if ("file" in answer) job?.resolve(answer.file);
    else job?.reject(new Error(answer.failed));
    this.#work();
  }

  #giveUp(thread: Thread, reason: string): void {
    this.#threads.delete(thread);
    release(thread)?.reject(new Error(reason));
    void thread.worker.terminate();
    this.#work();
  }
}

function release(thread: Thread): Job | null {
  const { job } = thread;
  if (thread.timer !== null) clearTimeout(thread.timer);
  thread.job = null;
  thread.timer = null;
  return job;
}
