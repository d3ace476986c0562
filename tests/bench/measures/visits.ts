import type { Browser, BrowserContext } from "playwright-core";
import { KB, SCRIPT_KB, WHOLE_VISIT, type VisitTargets } from "../budgets.ts";
import { CountedLine, type Traffic } from "../line/counted-line.ts";
import type { Figure } from "../figures.ts";
import type { Subject } from "../subject.ts";
import { newVisitor } from "../visitor.ts";
import { expectStatus, textOf, Wire } from "./wire.ts";

type Visits = { first: Traffic; second: Traffic };

/** Measures everything that a browser loads for the mark sheet: first with an empty cache, then with a filled one. */
export async function measureVisits(subject: Subject, browser: Browser): Promise<Figure[]> {
  const withScript = await visit(subject, browser, true);
  const without = await visit(subject, browser, false);
  const { needed, fetched } = await scriptBytes(subject, withScript.first);
  return [
    { what: "mark sheet, its whole script, Brotli", measured: needed / KB, unit: "KB", ...SCRIPT_KB },
    { what: "… with the prefetch of its dialogs", measured: fetched / KB, unit: "KB" },
    ...traffic("mark sheet, first visit, all that a browser loads", withScript.first, WHOLE_VISIT),
    ...traffic("… the same with JavaScript off", without.first, WHOLE_VISIT),
    ...traffic("mark sheet, second visit, all that a browser loads", withScript.second, NO_TARGETS),
    ...traffic("… the same with JavaScript off", without.second, NO_TARGETS),
  ];
}

const NO_TARGETS: VisitTargets = { kb: {}, requests: {} };

function traffic(what: string, { bytesDown, requests }: Traffic, targets: VisitTargets): Figure[] {
  return [
    { what, measured: bytesDown / KB, unit: "KB", ...targets.kb },
    { what: "… requests", measured: requests.length, unit: "", ...targets.requests },
  ];
}

async function visit({ origin, cookie, sheet }: Subject, browser: Browser, javaScript: boolean) {
  const line = await CountedLine.to(origin);
  const visitor = await newVisitor(browser, { origin: line.origin, cookie, javaScript });
  try {
    const visits: Visits = {
      first: await openOnce(visitor, line, sheet.path),
      second: await openOnce(visitor, line, sheet.path),
    };
    return visits;
  } finally {
    await visitor.close();
    line.close();
  }
}

/** Opens the page in a new tab. In the same tab it would be a reload, which requests cached files again. */
async function openOnce(visitor: BrowserContext, line: CountedLine, path: string): Promise<Traffic> {
  const tab = await visitor.newPage();
  await tab.goto(path, { waitUntil: "networkidle" });
  const all = line.take();
  await tab.close();
  return all;
}

/** Counts the bodies only, compressed as the server stores them. A very small file is not compressed. */
async function scriptBytes({ origin, cookie, sheet }: Subject, { requests }: Traffic) {
  const wire = new Wire(origin, cookie);
  const page = textOf(expectStatus(await wire.open(sheet.path), 200, "the sheet"));
  let needed = 0;
  let fetched = 0;
  for (const request of requests) {
    const path = request.replace("GET ", "");
    if (!path.endsWith(".js")) continue;
    const { length } = expectStatus(await wire.send({ path }), 200, path).body;
    fetched += length;
    if (page.includes(`"${path}"`)) needed += length;
  }
  wire.close();
  return { needed, fetched };
}
