import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";

/** The payload of a TCP packet on Ethernet in bytes, and the bytes of its headers. */
const PACKET = 1_460;
const AROUND_PACKET = 40;

export type Pace = { bytesPerSecond: number; roundTripMs: number };

/** The connection of a rural school: 400 kbit/s in each direction, and 400 ms from a request to its response. */
export const SLOW_LINE: Pace = { bytesPerSecond: 50_000, roundTripMs: 400 };

type Lane = {
  to: Socket;
  packets: Buffer[];
  /** True while the lane (one connection's data) is in the list of lanes or has a packet on the link. */
  isListed: boolean;
  hasEnded: boolean;
  onArrival: (bytes: number) => void;
};

/**
 * One direction of a slow connection. All TCP connections share its bandwidth, packet by packet in turn, and each
 * packet arrives half a round trip after it was sent.
 */
export class SlowLink {
  private readonly pace: Pace;
  private readonly lanes: Lane[] = [];
  private freeAt = 0;
  private isSending = false;

  constructor(pace: Pace) {
    this.pace = pace;
  }

  /** Passes on everything that one socket sends, and its end. Nothing is sent to a socket that was closed. */
  carry(from: Socket, to: Socket, onArrival: (bytes: number) => void = () => {}): void {
    const lane: Lane = { to, packets: [], isListed: false, hasEnded: false, onArrival };
    from.on("data", (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += PACKET) lane.packets.push(bytes.subarray(at, at + PACKET));
      this.list(lane);
      if (!this.isSending) this.sendNext();
    });
    from.on("end", () => {
      lane.hasEnded = true;
      if (!lane.isListed) this.deliver(() => to.end());
    });
    to.on("close", () => this.deliver(() => lane.packets.splice(0)));
  }

  private list(lane: Lane): void {
    if (!lane.isListed) this.lanes.push(lane);
    lane.isListed = true;
  }

  private sendNext(): void {
    const lane = this.lanes.shift();
    this.isSending = lane !== undefined;
    if (!lane) return;
    const packet = lane.packets.shift();
    const now = performance.now();
    this.freeAt = Math.max(now, this.freeAt) + this.timeOf(packet);
    setTimeout(() => {
      if (packet) this.deliver(() => arrive(lane, packet));
      lane.isListed = false;
      if (lane.packets.length > 0) this.list(lane);
      else if (lane.hasEnded) this.deliver(() => lane.to.end());
      this.sendNext();
    }, this.freeAt - now);
  }

  private timeOf(packet: Buffer | undefined): number {
    return packet ? ((packet.length + AROUND_PACKET) / this.pace.bytesPerSecond) * 1_000 : 0;
  }

  private deliver(act: () => void): void {
    setTimeout(act, this.pace.roundTripMs / 2);
  }
}

function arrive({ to, onArrival }: Lane, packet: Buffer): void {
  onArrival(packet.length);
  if (!to.destroyed) to.write(packet);
}
