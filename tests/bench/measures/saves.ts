import { randomBytes } from "node:crypto";
import type { Browser } from "playwright-core";
import { PRESENT_AT_TEST } from "#domain/attendance.ts";
import { PATHS } from "#domain/paths.ts";
import type { FieldValues } from "#fields/value.ts";
import type { RowSave, SaveReply } from "#saving/protocol/protocol.ts";
import { KB, SAVE_KB, SAVE_ROUND_TRIPS, WAITING_REQUESTS } from "../budgets.ts";
import { CountedLine } from "../line/counted-line.ts";
import { percentile, type Figure } from "../figures.ts";
import { rowsIn, type ServedRow } from "../served-page.ts";
import type { Subject } from "../subject.ts";
import { newVisitor } from "../visitor.ts";
import { expectStatus, textOf, Wire, type Received } from "./wire.ts";

const SINGLE_SAVES = 100;
const WHOLE_SAVES = 20;
const MOST_MARK = 100;

/** Measures marks sent as the mark sheet's script sends them. Each mark is on the disk before the response. */
export async function measureSaves(subject: Subject, browser: Browser): Promise<Figure[]> {
  const sender = new Sender(subject);
  const rows = await sender.openSheet();
  await sender.makePresent(rows);
  const single = await sender.repeat(SINGLE_SAVES, rows.slice(0, 1));
  const whole = await sender.repeat(WHOLE_SAVES, rows);
  sender.close();
  const typed = await saveInBrowser(browser, markOf(subject));
  const ofStudent = await saveInBrowser(browser, fieldOf(subject));
  return [
    kilobytes("one save, up and down with headers", single[0], SAVE_KB),
    { what: "… as the browser's own script sends it", measured: typed.kb, unit: "KB", ...SAVE_KB },
    { what: "… round trips", measured: typed.requests, unit: "", ...SAVE_ROUND_TRIPS },
    ...milliseconds("… until durable", single),
    { what: `${rows.length} waiting marks, requests`, measured: 1, unit: "", ...WAITING_REQUESTS },
    kilobytes("… up and down with headers", whole[0], {}),
    ...milliseconds("… until durable", whole),
    { what: "a field of a student's record saved", measured: ofStudent.kb, unit: "KB", ...SAVE_KB },
    { what: "… round trips", measured: ofStudent.requests, unit: "", ...SAVE_ROUND_TRIPS },
  ];
}

/** Sends the requests of the mark sheet's script without a browser. */
export class Sender {
  private readonly wire: Wire;
  private readonly subject: Subject;
  private mark = 0;

  constructor(subject: Subject) {
    this.subject = subject;
    this.wire = new Wire(subject.origin, subject.cookie);
  }

  async openSheet(): Promise<ServedRow[]> {
    return rowsIn(textOf(expectStatus(await this.wire.open(this.subject.sheet.path), 200, "the sheet")));
  }

  /** Marks the students as present, because a mark of an absent student cannot be saved. */
  async makePresent(rows: readonly ServedRow[]): Promise<void> {
    await this.save(rows, { attendance: PRESENT_AT_TEST });
  }

  /** Saves a different mark in these rows each time, with the versions from the last response. */
  async repeat(times: number, rows: readonly ServedRow[]): Promise<Received[]> {
    const answers: Received[] = [];
    for (let count = 0; count < times; count++) answers.push(await this.save(rows, this.nextMark()));
    return answers;
  }

  close(): void {
    this.wire.close();
  }

  private nextMark(): FieldValues {
    this.mark = (this.mark + 1) % MOST_MARK;
    return { mark: this.mark };
  }

  private async save(rows: readonly ServedRow[], changes: FieldValues): Promise<Received> {
    const { path, accountId } = this.subject.sheet;
    const wanted = rows.map(({ row, base }): RowSave => ({ row, base, changes }));
    const input = { saveId: randomBytes(16).toString("hex"), rows: wanted };
    const answer = await this.wire.postJson(`${path}/save`, input, { "X-Account": String(accountId) });
    const { results } = JSON.parse(textOf(expectStatus(answer, 200, "a save"))) as SaveReply;
    for (const [place, row] of rows.entries()) row.base = savedVersion(results[place]);
    return answer;
  }
}

function savedVersion(result: SaveReply["results"][number] | undefined): number {
  if (result?.outcome === "saved") return result.stored.version;
  throw new Error(`a mark was not saved: ${JSON.stringify(result)}`);
}

/** A text to type into a field that is saved when the person leaves it. */
type Typed = { origin: string; cookie: string; path: string; field: string; text: string };

function markOf({ origin, cookie, sheet: { path } }: Subject): Typed {
  return { origin, cookie, path, field: 'input[name^="mark."]', text: "64" };
}

/** Uses the tab Personal Info, which saves the longest row of a student's record. */
function fieldOf({ origin, clerkCookie }: Subject): Typed {
  const path = `${PATHS.students}/1?view=personal`;
  return {
    origin,
    cookie: clerkCookie,
    path,
    field: 'input[name^="previous_school."]',
    text: "Arima Government",
  };
}

/** Types in Chromium and leaves the field. Counts all bytes that the save sends over the connection. */
async function saveInBrowser(browser: Browser, { origin, cookie, path, field, text }: Typed) {
  const line = await CountedLine.to(origin);
  const visitor = await newVisitor(browser, { origin: line.origin, cookie });
  try {
    const tab = await visitor.newPage();
    // Opens the menu first, because after a real sign-in the device already knows its account.
    await tab.goto("/app", { waitUntil: "networkidle" });
    await tab.goto(path, { waitUntil: "networkidle" });
    // Files that the page prefetches are no part of the save. On a slow machine they arrive late.
    await tab.route("**/assets/**", (route) => route.abort());
    line.take();
    const answered = tab.waitForResponse((response) => response.url().endsWith("/save"));
    await tab.locator(field).first().fill(text);
    await tab.locator(field).first().press("Enter");
    await answered;
    await tab.waitForLoadState("networkidle");
    const { bytesUp, bytesDown, requests } = line.take();
    return { kb: (bytesUp + bytesDown) / KB, requests: requests.length };
  } finally {
    await visitor.close();
    line.close();
  }
}

function kilobytes(what: string, answer: Received | undefined, target: object): Figure {
  const { bytesUp, bytesDown } = answer ?? { bytesUp: Number.NaN, bytesDown: Number.NaN };
  return { what, measured: (bytesUp + bytesDown) / KB, unit: "KB", ...target };
}

function milliseconds(what: string, answers: readonly Received[]): Figure[] {
  const times = answers.map((answer) => answer.milliseconds);
  return [
    { what: `${what}, p50`, measured: percentile(times, 0.5), unit: "ms" },
    { what: `${what}, p95`, measured: percentile(times, 0.95), unit: "ms" },
  ];
}
