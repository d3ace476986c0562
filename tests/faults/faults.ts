import { setTimeout as sleep } from "node:timers/promises";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import type { NetworkFault } from "./world/proxy.ts";
import type { Scene } from "./scenario.ts";
import { conflict, enterSomewhere, awaitSave, someRow, typeOn } from "./world/typing.ts";

/** Otherwise the person signs in in another tab, and the page notices. */
const SIGNS_IN_PLACE = 0.7;

/** The faults that can happen while a person types, each with a mark on its way at that moment. */
export const FAULTS = {
  "network cut before the request": (scene) => throughNetwork(scene, { kind: "cut-before" }),
  "network cut during the request": (scene) => throughNetwork(scene, { kind: "cut-during" }),
  "network cut after the request": (scene) =>
    throughNetwork(scene, { kind: "cut-after", ms: scene.dice.between(0, 15) }),
  "reply lost": (scene) =>
    throughNetwork(scene, { kind: scene.dice.chance(0.5) ? "lose-reply" : "break-reply" }),
  "request swallowed": (scene) =>
    throughNetwork(scene, { kind: "swallow", ms: scene.dice.between(100, 1_000) }),
  "network stalled": (scene) =>
    throughNetwork(scene, {
      kind: scene.dice.chance(0.5) ? "hold-request" : "hold-reply",
      ms: scene.dice.between(100, 1_500),
    }),
  "answered by a gateway": (scene) => throughNetwork(scene, gatewayAnswer(scene)),
  "web server killed": killWebServer,
  "database restarted": restartDatabase,
  "session ended": endSession,
  "tab killed": killTab,
  "page reloaded": reloadPage,
  "colleague in the same row": (scene) => conflict(scene, someRow(scene)),
} satisfies Record<string, (scene: Scene) => Promise<void>>;

export type FaultKind = keyof typeof FAULTS;

export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];

async function throughNetwork(scene: Scene, outcome: NetworkFault): Promise<void> {
  const { proxy, dice } = scene;
  const trap = proxy.arm(outcome);
  await awaitSave(scene, trap);
  await typeOn(scene);
  await trap.done;
  if (outcome.kind.startsWith("cut")) await sleep(dice.between(50, 500));
  proxy.heal();
}

function gatewayAnswer({ dice }: Scene): NetworkFault {
  const status = dice.pick([200, 408, 502, 503]);
  return { kind: "answer", status, body: "<html><body>Sign in to the school's network</body></html>" };
}

async function killWebServer(scene: Scene): Promise<void> {
  const { proxy, school, dice } = scene;
  const trap = proxy.arm({ kind: "pass" });
  await awaitSave(scene, trap);
  await sleep(dice.between(0, 40));
  await school.killWeb();
  await Promise.all([school.startWebAgain(), typeOn(scene)]);
}

async function restartDatabase(scene: Scene): Promise<void> {
  const { proxy, school, dice } = scene;
  const trap = proxy.arm({ kind: "pass" });
  await awaitSave(scene, trap);
  await sleep(dice.between(0, 20));
  await Promise.all([school.restartDatabase(), typeOn(scene)]);
}

async function endSession(scene: Scene): Promise<void> {
  const { school, proxy, typist, sheet, dice } = scene;
  await queryDatabase(school.databaseUrl, "delete from sessions where account_id = $1", [
    sheet.typistAccount,
  ]);
  const { met } = proxy.arm({ kind: "pass" });
  // The page may notice before a save does, and its dialog takes what is typed from then on.
  await awaitSave(scene, { met: Promise.race([met, typist.isAskedToSignIn()]) });
  await typist.isAskedToSignIn();
  await (dice.chance(SIGNS_IN_PLACE) ? typist.signInInPlace() : typist.signInElsewhere());
}

/** Half of the time the network is gone too, so that what was typed exists only on the device. */
async function killTab(scene: Scene): Promise<void> {
  const { proxy, desk, typist, dice } = scene;
  if (dice.chance(0.5)) proxy.cut();
  await typeOn(scene);
  await enterSomewhere(scene);
  await sleep(50);
  await desk.killTab({ crash: dice.chance(0.5) });
  proxy.heal();
  await typist.sitDown();
}

async function reloadPage(scene: Scene): Promise<void> {
  const { proxy, desk, typist, dice } = scene;
  if (dice.chance(0.5)) proxy.cut();
  await typeOn(scene);
  await enterSomewhere(scene);
  await sleep(dice.between(0, 60));
  await desk.reload();
  proxy.heal();
  await typist.sitDown();
}
