import { randomId } from "#runtime/ids.ts";
import type { RowResult, SaveReply, SaveRequest } from "#saving/protocol/protocol.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import type { Log } from "../verdict/log.ts";
import { COLLEAGUE } from "./shared-sheet.ts";

/** The time to wait for a database that is away. */
const PATIENCE_MS = 3_000;

type Parts = { origin: string; savePath: string; log: Log };
export type Read = { row: string; base: number };

/** A second teacher who writes to the same marks from elsewhere, over another network. */
export class Colleague {
  /** All saves, answered or not. */
  readonly saves: SaveRequest[] = [];
  private readonly parts: Parts;
  private readonly cookie: string;

  private constructor(parts: Parts, cookie: string) {
    this.parts = parts;
    this.cookie = cookie;
  }

  static async signIn(parts: Parts): Promise<Colleague> {
    const { origin } = parts;
    const body = new URLSearchParams({ intent: "password", userName: COLLEAGUE, password: DEMO_PASSWORD });
    const headers = { Origin: origin };
    const answer = await fetch(`${origin}/?index`, { method: "POST", body, headers, redirect: "manual" });
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    if (answer.status !== 302) throw new Error(`the colleague's sign-in was answered ${answer.status}`);
    return new Colleague(parts, cookie);
  }

  /** Returns the server's outcome; null when it is unknown. */
  async write({ row, base }: Read, mark: string): Promise<RowResult["outcome"] | null> {
    const { origin, savePath, log } = this.parts;
    const save = { saveId: randomId(), rows: [{ row, base, changes: { mark: Number(mark) } }] };
    log.addColleague(row, mark);
    this.saves.push(save);
    try {
      const answer = await fetch(`${origin}${savePath}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Cookie: this.cookie, Origin: origin },
        signal: AbortSignal.timeout(PATIENCE_MS),
        body: JSON.stringify(save),
      });
      if (!answer.ok) return null;
      const { results } = (await answer.json()) as SaveReply;
      return results[0]?.outcome ?? null;
    } catch {
      return null;
    }
  }
}
