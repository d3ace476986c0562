import { findValueChanges, type RowResult, type SaveReply, type SaveRequest } from "../protocol/protocol.ts";
import type { ConnectionState } from "./row-phase.ts";
import type { SendResult } from "./send.ts";

type QueueParts = {
  /** Builds the next request from all rows that are ready to be sent, or returns null if there are none. */
  collect: () => SaveRequest | null;
  send: (request: SaveRequest) => Promise<SendResult>;
  onAnswer: (request: SaveRequest, reply: SaveReply) => void;
  onTurnedDown: (request: SaveRequest, reason: string) => void;
  onConnection: (connection: ConnectionState) => void;
};

type Ended = Extract<SendResult, { kind: "answered" | "turned-down" }>;
type Unended = Exclude<SendResult, Ended>;

export const CONNECTION_STATES: Record<Unended["kind"], ConnectionState> = {
  "signed-out": "signed-out",
  failing: "failing",
  turning: "turning",
  early: "early",
  unreadable: "unread",
  unreachable: "broken",
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * The number of failures after which the request is sent once without its values, to find out whether the values cause
 * the failure. A bug in the server may fail on one row, and a web filter may block a certain text. In contrast, a
 * server without its database, or a network that requires signing in, fails for any request.
 */
const FAILURES_TO_ASK: Record<Unended["kind"], number> = {
  failing: 2,
  turning: Infinity,
  early: Infinity,
  unreadable: 4,
  unreachable: Infinity,
  "signed-out": Infinity,
};
const BLOCKED = "this network blocks what you typed. Word it differently, or send it from another network";

/**
 * Sends one request at a time, and repeats it unchanged at growing intervals until the server responds. Repeating is
 * harmless, because the server recognises the save id.
 */
export class SaveQueue {
  private readonly parts: QueueParts;
  private readonly requests: SaveRequest[] = [];
  private readonly failures = new WeakMap<SaveRequest, number>();
  /**
   * Failed requests that the server has just accepted without their values. The server may have recovered in the
   * meantime, so the full request is sent once more. Only if it fails again, and succeeds again without its values, are
   * the values the cause.
   */
  private readonly answeredWithout = new WeakSet<SaveRequest>();
  private running = false;
  private held = false;
  private hurried = false;
  private endWait: () => void = () => undefined;

  constructor(parts: QueueParts) {
    this.parts = parts;
  }

  /** Sends the rows that are ready, unless a request is pending or the queue is on hold. */
  wake() {
    if (!this.running && !this.held) void this.drain();
  }

  /** Puts the queue on hold until the rows that an earlier page did not send are known. */
  hold() {
    this.held = true;
  }

  release() {
    this.held = false;
    this.wake();
  }

  /** Ends the current pause and retries, because the network is back or the person has returned. */
  retry() {
    this.hurried = true;
    this.endWait();
  }

  /** Lists the requests that have no response yet, oldest first. */
  unanswered(): readonly SaveRequest[] {
    return [...this.requests];
  }

  /** Adds a request to the end: a request of an earlier page, or the last one of a closing page. */
  add(request: SaveRequest) {
    this.requests.push(request);
  }

  private async drain() {
    this.running = true;
    try {
      for (let request = this.next(); request; request = this.next()) await this.attempt(request);
    } finally {
      // This happens even after an exception, so that the remaining rows are still sent.
      this.running = false;
    }
  }

  private next(): SaveRequest | undefined {
    if (this.requests.length > 0) return this.requests[0];
    const collected = this.parts.collect();
    if (collected) this.requests.push(collected);
    return this.requests[0];
  }

  private async attempt(request: SaveRequest) {
    this.hurried = false;
    const attempt = await this.parts.send(request);
    if (attempt.kind === "answered" || attempt.kind === "turned-down") return this.finish(attempt);
    this.parts.onConnection(CONNECTION_STATES[attempt.kind]);
    const failures = (this.failures.get(request) ?? 0) + 1;
    this.failures.set(request, failures);
    const probe =
      failures >= FAILURES_TO_ASK[attempt.kind] ? await this.parts.send(withoutValues(request)) : null;
    if (probe?.kind !== "answered" && probe?.kind !== "turned-down") this.answeredWithout.delete(request);
    else if (!this.answeredWithout.has(request)) return void this.answeredWithout.add(request);
    else if (attempt.kind === "unreadable") return this.block(request, probe);
    else this.setAside(request);
    await this.pause(attempt.kind === "signed-out" ? LONGEST_WAIT_MS : waitAfter(failures - 1));
  }

  private finish(attempt: Ended) {
    const request = this.requests.shift();
    this.parts.onConnection("open");
    if (!request) return;
    if (attempt.kind === "answered") this.parts.onAnswer(request, attempt.reply);
    else this.parts.onTurnedDown(request, attempt.reason);
  }

  /** Refuses a row that the network blocks, so that the person can reword it. The other rows are sent again. */
  private block(request: SaveRequest, reply: Ended) {
    if (request.rows.length === 1) return this.finish(blockedRow(request, reply));
    this.split(request, "unreadable");
  }

  /**
   * Splits a request in two. Both halves have the same save id, so that the server recognises their rows. A half that
   * fails is tested without values at once.
   */
  private split({ saveId, rows }: SaveRequest, failedBy: "failing" | "unreadable") {
    const middle = Math.ceil(rows.length / 2);
    const halves = [rows.slice(0, middle), rows.slice(middle)].map((half) => ({ saveId, rows: half }));
    this.requests.splice(0, 1, ...halves);
    for (const half of halves) {
      this.failures.set(half, FAILURES_TO_ASK[failedBy] - 1);
      this.answeredWithout.add(half);
    }
  }

  /** Sends other rows first, because the server fails on this row. */
  private setAside(request: SaveRequest) {
    if (request.rows.length > 1) return this.split(request, "failing");
    this.requests.shift();
    const others = this.parts.collect();
    this.requests.push(...(others ? [others] : []), request);
  }

  private pause(ms: number): Promise<void> {
    if (this.hurried) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Returns a request without changes. Its response shows whether the server can be reached and what is stored. */
function withoutValues({ saveId, rows }: SaveRequest): SaveRequest {
  return { saveId, rows: rows.map((row) => ({ ...row, changes: {} })) };
}

/** Refuses the values of a blocked row, unless they were stored and only the response was blocked. */
function blockedRow({ rows }: SaveRequest, reply: Ended): Ended {
  if (reply.kind === "turned-down") return reply;
  const { results, receipt } = reply.reply;
  const answers = results.map((result): RowResult => {
    const wanted = rows.find(({ row }) => row === result.row)?.changes ?? {};
    const fields = Object.keys(findValueChanges(result.stored.values, wanted));
    const isStored = result.outcome !== "saved" || fields.length === 0;
    const { row, stored } = result;
    const refusals = [{ reason: BLOCKED, field: null, fields }];
    return isStored ? result : { row, outcome: "refused", refusals, stored };
  });
  return { kind: "answered", reply: { results: answers, receipt } };
}

/**
 * Returns the pause before a retry. It doubles each time, and varies so that the devices of a staff room do not all
 * send at once when the network is back.
 */
function waitAfter(failures: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
  return longest * (0.75 + Math.random() * 0.25);
}
