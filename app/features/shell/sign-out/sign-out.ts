import { PATHS } from "#domain/paths.ts";
import { outbox } from "#saving/client/open-stores.ts";
import { forgetAcknowledged } from "#saving/outbox/outbox-database.ts";

import { allowUnload } from "../notices/before-unload.ts";
import { broadcastSignedOut } from "../session/use-session-watch.ts";

const DONE = "/signed-out";

/** Signs out and leaves the page. @returns only when that could not be, for nobody answered */
export async function signOut(account: number): Promise<boolean> {
  await outbox.written();
  if (!(await isAnswered())) return false;
  await forgetAcknowledged().catch(() => undefined);
  broadcastSignedOut(account);
  allowUnload();
  window.location.assign(DONE);
  return true;
}

/** The answer leads to another page, so it is enough that there is one. */
async function isAnswered(): Promise<boolean> {
  try {
    const { type, ok } = await fetch(PATHS.signOut, {
      method: "POST",
      body: new URLSearchParams(),
      redirect: "manual",
    });
    return ok || type === "opaqueredirect";
  } catch {
    return false;
  }
}
