import { percentile, type Figure } from "../figures.ts";
import { PAGE_NAMES, pageOf, type PageKind, type Subject } from "../subject.ts";
import { expectStatus, Wire } from "./wire.ts";

const ROUNDS = 9;
const REQUESTS_A_ROUND = 20;

/** A page of another product, such as `class=http://127.0.0.1:8080/reports`, with its session cookie. */
export type Other = { kind: PageKind; url: URL; cookie: string };

/** Parses the option. @throws Error unless it is `KIND=URL` and the kind is one that is measured */
export function otherPage(text: string, cookie: string): Other {
  const [kind = "", ...rest] = text.split("=");
  if (!(kind in PAGE_NAMES))
    throw new Error(`--beside KIND=URL, where KIND is one of ${Object.keys(PAGE_NAMES).join(", ")}`);
  return { kind: kind as PageKind, url: new URL(rest.join("=")), cookie };
}

/** Measures our page and the other page in turns, so that other load on the machine affects both in the same way. */
export async function measureBeside(others: readonly Other[], subject: Subject): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const other of others) figures.push(await besideOf(other, subject));
  return figures;
}

async function besideOf({ kind, url, cookie }: Other, subject: Subject): Promise<Figure> {
  const page = pageOf(kind, subject);
  const ours = { wire: new Wire(subject.origin, page.cookie), path: page.path, medians: [] as number[] };
  const theirs = {
    wire: new Wire(url.origin, cookie),
    path: url.pathname + url.search,
    medians: [] as number[],
  };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const side of [ours, theirs]) {
      const median = await medianOf(side.wire, side.path);
      // The first round is not counted, because it warms both servers up.
      if (round > 0) side.medians.push(median);
    }
  }
  ours.wire.close();
  theirs.wire.close();
  const measured = percentile(theirs.medians, 0.5);
  return {
    what: `${PAGE_NAMES[kind]}, in turns with ${url.host}, median of ${ROUNDS} rounds`,
    measured: percentile(ours.medians, 0.5),
    unit: "ms",
    yardstick: { measured, text: `${measured.toFixed(1)} ms` },
  };
}

async function medianOf(wire: Wire, path: string): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < REQUESTS_A_ROUND; count++) {
    taken.push(expectStatus(await wire.open(path), 200, path).milliseconds);
  }
  return percentile(taken, 0.5);
}
