import type { School } from "#tests/fuzz/school.ts";
import type { SiteResponse } from "#tests/server/site.ts";
import { faultsOf } from "./judge.ts";
import { requestTo, send, type AttackRequest } from "./send.ts";
import type { AttackedSite } from "./site.ts";
import type { Attack, Change, Target } from "./target.ts";
import type { Visitors } from "./visitors.ts";

export type Scene = { site: AttackedSite; school: School; visitors: Visitors };

const LONGEST_TOLD = 200;

/** Makes the attempt. Returns the fault of the response, in words to find it by; null when it does not apply. */
export async function attempt(
  scene: Scene,
  target: Target,
  attack: Attack,
  turn: number,
): Promise<string[] | null> {
  const change = attack.change(scene.visitors.servedTo(attack, target), turn);
  if (!change) return null;
  let { sent, answer } = await sentBy(scene, target, attack, change);
  // An earlier request may have signed the visitor out, or deleted their account.
  if (attack.who === undefined && isAskedToSignIn(answer)) {
    await scene.visitors.comeAgain();
    const again = attack.change(scene.visitors.servedTo(attack, target), turn) ?? change;
    ({ sent, answer } = await sentBy(scene, target, attack, again));
  }
  const outcome = { answer, changes: await scene.school.changes(), logged: scene.site.logged() };
  const faults = faultsOf(outcome, { ...target, method: sent.method }, attack);
  return faults.map(
    (fault) =>
      `${attack.name}: ${told(sent)} (${target.name}) is answered ${answer.status}: ${fault} ${outcome.changes.join(", ")}`,
  );
}

async function sentBy({ site, visitors }: Scene, target: Target, attack: Attack, change: Change) {
  const own = visitors.servedTo(attack, target);
  const sent = requestTo(site, own, change, visitors.cookieOf(attack));
  return { sent, answer: await send(site, sent) };
}

function isAskedToSignIn({ status, headers }: SiteResponse): boolean {
  return status === 401 || (status === 302 && /^\/(?:$|\?)/.test(headers.location ?? ""));
}

function told({ method, path, body = "" }: AttackRequest): string {
  return `${method} ${path.slice(0, LONGEST_TOLD)} ${body.toString().slice(0, LONGEST_TOLD)}`;
}
