import { changesAgainst } from "../protocol/merge.ts";
import type { RowResult, SaveReply, SaveRequest } from "../protocol/protocol.ts";
import type { ConnectionState } from "./row-phase.ts";
import type { Attempt } from "./send.ts";

type QueueParts = {
  /** The next request, made of all rows that are ready; null when there are none. */
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
 * After so many failures of one request it is asked without its values, to tell what is wrong with it from what is wrong
 * with everything: a server may stumble over one of its rows, and a filter turns away what it reads, always; a server
 * without its database, or a network that asks to be signed in to, fails whatever is asked.
 */
const FAILURES_TO_ASK: Record<Unended["kind"], number> = {
  failing: 2,
  turning: Infinity,
  unreadable: 4,
  unreachable: Infinity,
  "signed-out": Infinity,
};
const BLOCKED =
  "this network lets everything through but this. Write it otherwise, or send it from another network";

/**
 * One request in flight. It is repeated unchanged until it is answered, later and later; the server knows it by its
 * save id, so that a repeat is harmless (design section 5).
 */
export class Queue {
  private readonly parts: QueueParts;
  private readonly requests: SaveRequest[] = [];
  private readonly failures = new WeakMap<SaveRequest, number>();
  /**
   * Requests that were answered without their values a moment ago. The server may have come back between the failure and
   * that answer, so the whole request is sent once more: only a failure between two such answers is the request's own.
   */
  private readonly answeredWithout = new WeakSet<SaveRequest>();
  private running = false;
  private held = false;
  private hurried = false;
  private endWait: () => void = () => undefined;

  constructor(parts: QueueParts) {
    this.parts = parts;
  }

  /** There may be something to send now. */
  wake() {
    if (!this.running && !this.held) void this.drain();
  }

  /** Nothing new goes out until it is known what an earlier page left. */
  hold() {
    this.held = true;
  }

  release() {
    this.held = false;
    this.wake();
  }

  /** Do not wait any longer: the network is back, or the person is. */
  retry() {
    this.hurried = true;
    this.endWait();
  }

  /** Made and not answered, oldest first. */
  unanswered(): readonly SaveRequest[] {
    return [...this.requests];
  }

  /** Behind the one under way: made by an earlier page, or while this one goes. */
  add(request: SaveRequest) {
    this.requests.push(request);
  }

  private async drain() {
    this.running = true;
    try {
      for (let request = this.next(); request; request = this.next()) await this.attempt(request);
    } finally {
      // Whatever went wrong with one answer, the next row that is left is sent.
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
    const asked =
      failures >= FAILURES_TO_ASK[attempt.kind] ? await this.parts.send(withoutValues(request)) : null;
    if (asked?.kind !== "answered" && asked?.kind !== "turned-down") this.answeredWithout.delete(request);
    else if (!this.answeredWithout.has(request)) return void this.answeredWithout.add(request);
    else if (attempt.kind === "unreadable") return this.block(request, asked);
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

  /** The row that is blocked is refused, so that it can be written otherwise; those that shared its request go out. */
  private block(request: SaveRequest, asked: Ended) {
    if (request.rows.length === 1) return this.finish(blockedRow(request, asked));
    this.split(request, "unreadable");
  }

  /** Halves know their rows by the same save id, and are asked about at their first failure. */
  private split({ saveId, rows }: SaveRequest, failedBy: "failing" | "unreadable") {
    const middle = Math.ceil(rows.length / 2);
    const halves = [rows.slice(0, middle), rows.slice(middle)].map((half) => ({ saveId, rows: half }));
    this.requests.splice(0, 1, ...halves);
    for (const half of halves) {
      this.failures.set(half, FAILURES_TO_ASK[failedBy] - 1);
      this.answeredWithout.add(half);
    }
  }

  /** One row that the server stumbles over must not hold up the others. */
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

/** Whether the server is reached by a request like this one, and what it has stored of its rows. */
function withoutValues({ saveId, rows }: SaveRequest): SaveRequest {
  return { saveId, rows: rows.map((row) => ({ ...row, changes: {} })) };
}

/** Its answer alone may have been turned away: what the server has stored shows that. */
function blockedRow({ rows }: SaveRequest, asked: Ended): Ended {
  if (asked.kind === "turned-down") return asked;
  const { results, receipt } = asked.reply;
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

/** Twice as long each time, and never at the same moment for a whole staff room whose network came back. */
function waitAfter(failures: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
  return longest * (0.75 + Math.random() * 0.25);
}
