import { changesAgainst } from "../protocol/merge.ts";
import type { RowResult, SaveReply, SaveRequest } from "../protocol/protocol.ts";
import type { ConnectionState } from "./row-phase.ts";
import type { Attempt } from "./send.ts";

type QueueParts = {
  /** Makes the next request from all rows that are ready; null if there are none. */
  collect: () => SaveRequest | null;
  send: (request: SaveRequest) => Promise<Attempt>;
  onAnswer: (request: SaveRequest, reply: SaveReply) => void;
  onTurnedDown: (request: SaveRequest, reason: string) => void;
  onConnection: (connection: ConnectionState) => void;
};

type Ended = Extract<Attempt, { kind: "answered" | "turned-down" }>;
type Unended = Exclude<Attempt, Ended>;

export const CONNECTIONS: Record<Unended["kind"], ConnectionState> = {
  "signed-out": "signed-out",
  failing: "failing",
  turning: "turning",
  unreadable: "unread",
  unreachable: "broken",
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * The number of failures after which a request is sent without its values, to tell a fault of the request from a fault
 * of everything. A server may stumble over one row, and a filter always blocks a text that it dislikes; a server
 * without its database, or a network that wants a sign-in, fails whatever is sent.
 */
const FAILURES_TO_ASK: Record<Unended["kind"], number> = {
  failing: 2,
  turning: Infinity,
  unreadable: 4,
  unreachable: Infinity,
  "signed-out": Infinity,
};
const BLOCKED = "this network blocks what you typed. Word it differently, or send it from another network";

/**
 * Keeps one request in flight. The request is repeated unchanged, at growing intervals, until it is answered; a repeat
 * is harmless, because the server knows the save id.
 */
export class Queue {
  private readonly parts: QueueParts;
  private readonly requests: SaveRequest[] = [];
  private readonly failures = new WeakMap<SaveRequest, number>();
  /**
   * Requests that were answered without their values a moment ago. The server may have recovered between the failure
   * and that answer, so the whole request is sent once more: only a failure between two such answers is the request's
   * own fault.
   */
  private readonly answeredWithout = new WeakSet<SaveRequest>();
  private running = false;
  private held = false;
  private hurried = false;
  private endWait: () => void = () => undefined;

  constructor(parts: QueueParts) {
    this.parts = parts;
  }

  /** Sends whatever is ready, unless a request is under way or the queue is held. */
  wake() {
    if (!this.running && !this.held) void this.drain();
  }

  /** Holds back requests until it is known which rows an earlier page left unsent. */
  hold() {
    this.held = true;
  }

  release() {
    this.held = false;
    this.wake();
  }

  /** Ends the current wait, because the network or the person is back. */
  retry() {
    this.hurried = true;
    this.endWait();
  }

  /** Lists the requests that are made but not answered, oldest first. */
  unanswered(): readonly SaveRequest[] {
    return [...this.requests];
  }

  /** Adds a request of an earlier page, or of this page as it closes, behind the current one. */
  add(request: SaveRequest) {
    this.requests.push(request);
  }

  private async drain() {
    this.running = true;
    try {
      for (let request = this.next(); request; request = this.next()) await this.attempt(request);
    } finally {
      // After an error in an answer, the rows that are left must still be sent.
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
    this.parts.onConnection(CONNECTIONS[attempt.kind]);
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

  /** Refuses a blocked row, so that it can be written differently. Other rows of the same request go out. */
  private block(request: SaveRequest, reply: Ended) {
    if (request.rows.length === 1) return this.finish(blockedRow(request, reply));
    this.split(request, "unreadable");
  }

  /**
   * Splits a request in two. The halves keep the save id, so that the server knows their rows, and are tried without
   * values at their first failure.
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

  /** Sends other rows before a row on which the server fails. */
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

/** Returns a request that shows whether the server is reached, and which of its rows the server has stored. */
function withoutValues({ saveId, rows }: SaveRequest): SaveRequest {
  return { saveId, rows: rows.map((row) => ({ ...row, changes: {} })) };
}

/** Refuses the values of a blocked row, unless they are stored: perhaps only the response was blocked. */
function blockedRow({ rows }: SaveRequest, reply: Ended): Ended {
  if (reply.kind === "turned-down") return reply;
  const { results, receipt } = reply.reply;
  const answers = results.map((result): RowResult => {
    const wanted = rows.find(({ row }) => row === result.row)?.changes ?? {};
    const fields = Object.keys(changesAgainst(result.stored.values, wanted));
    const isStored = result.outcome !== "saved" || fields.length === 0;
    const { row, stored } = result;
    const refusals = [{ reason: BLOCKED, field: null, fields }];
    return isStored ? result : { row, outcome: "refused", refusals, stored };
  });
  return { kind: "answered", reply: { results: answers, receipt } };
}

/**
 * Doubles the wait each time, and varies it, so that a staff room does not send all at once when its network is back.
 */
function waitAfter(failures: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
  return longest * (0.75 + Math.random() * 0.25);
}
