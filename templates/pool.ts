import { Worker } from "node:worker_threads";
import type { PrintedFile } from "./parts/print-pdf.ts";

/** What a thread answers, one message a job. */
export type Answer = { file: PrintedFile } | { failed: string };

/** `heapMb`: a document gone wrong must not take the whole process. */
type PoolOptions = { file: () => string; size: number; timeLimitMs: number; heapMb: number };
type Job = { data: unknown; resolve: (file: PrintedFile) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | null };

const CLOSED = "No more documents are made: the program is closing.";

/**
 * A few long-lived threads and a queue. Threads start when there is work for them, one job at a time each. One that
 * dies or takes too long is given up with its job, and the next job starts another. An idle thread does not keep the
 * process alive, a working one does.
 */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #queue: Job[] = [];
  #file: string | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async run(data: unknown): Promise<PrintedFile> {
    this.#file ??= this.#options.file();
    return new Promise((resolve, reject) => {
      this.#queue.push({ data, resolve, reject });
      this.#work();
    });
  }

  async close(): Promise<void> {
    const open = [...this.#threads];
    for (const job of this.#queue.splice(0)) job.reject(new Error(CLOSED));
    for (const thread of open) this.#giveUp(thread, CLOSED);
    await Promise.all(open.map((thread) => thread.worker.terminate()));
  }

  #work(): void {
    while (this.#queue.length > 0) {
      const thread = [...this.#threads].find((each) => each.job === null) ?? this.#start();
      const job = thread === null ? undefined : this.#queue.shift();
      if (thread === null || job === undefined) return;
      this.#give(thread, job);
    }
  }

  #start(): Thread | null {
    const { size, heapMb } = this.#options;
    if (this.#threads.size >= size || this.#file === null) return null;
    const resourceLimits = { maxOldGenerationSizeMb: heapMb };
    const worker = new Worker(this.#file, { execArgv: [], resourceLimits });
    const thread: Thread = { worker, job: null, timer: null };
    this.#threads.add(thread);
    worker.unref();
    worker.on("message", (answer: Answer) => this.#finish(thread, answer));
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

  #finish(thread: Thread, answer: Answer): void {
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
