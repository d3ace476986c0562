import { afterEach, expect, test, vi } from "vitest";
import { fetchAllNames, type TargetNames } from "#features/unsent/unsent-page.tsx";
import { MOST_TARGETS, type TargetRequest } from "#saving/client/target-names.ts";

afterEach(() => vi.unstubAllGlobals());

test("every target is asked for, in requests that the server takes", async () => {
  const asked = targets(MOST_TARGETS + 1);
  const sizes = serverThatNames((target) => target !== "target-3");

  const answered = await allOf(asked);

  expect(sizes).toEqual([MOST_TARGETS, 1]);
  expect(answered.size).toBe(MOST_TARGETS + 1);
  expect(answered.get(`target-${MOST_TARGETS}`)).toMatchObject({ title: `Title of target-${MOST_TARGETS}` });
  expect(answered.get("target-3")).toBeNull();
});

test("of a target whose request got no answer nothing is said", async () => {
  const asked = targets(MOST_TARGETS + 1);
  serverThatNames(() => true, { answers: 1 });

  const answered = await allOf(asked);

  expect(answered.has("target-0")).toBe(true);
  expect(answered.has(`target-${MOST_TARGETS}`)).toBe(false);
});

function targets(count: number): TargetRequest[] {
  return Array.from({ length: count }, (_, place) => ({ target: `target-${place}`, rows: ["1"] }));
}

/** Returns the number of targets in each request. */
function serverThatNames(knows: (target: string) => boolean, { answers = Infinity } = {}): number[] {
  const sizes: number[] = [];
  vi.stubGlobal("fetch", async (_address: string, { body }: { body: string }) => {
    if (sizes.length >= answers) throw new TypeError("no network");
    const asked = (JSON.parse(body) as { targets: TargetRequest[] }).targets;
    sizes.push(asked.length);
    const named = asked.filter(({ target }) => knows(target));
    return Response.json({ targets: named.map(({ target }) => ({ target, title: `Title of ${target}` })) });
  });
  return sizes;
}

async function allOf(asked: readonly TargetRequest[]): Promise<TargetNames> {
  const all: [string, unknown][] = [];
  for await (const answered of fetchAllNames(asked)) all.push(...answered);
  return new Map(all) as TargetNames;
}
