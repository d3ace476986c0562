import { outbox } from "#saving/client/open-stores.ts";
import { forgetAcknowledged } from "#saving/client/outbox-database.ts";

import { leaveWithoutAsking } from "../notices/before-unload.ts";
import { tellSignedOut } from "../session/use-session-watch.ts";

const ADDRESS = "/app/sign-out";
const DONE = "/signed-out";

/** Signs out and leaves. @returns only when that could not be: nobody answered */
export async function signOut(account: number): Promise<boolean> {
  await outbox.written();
  if (!(await isTaken())) return false;
  await forgetAcknowledged().catch(() => undefined);
  tellSignedOut(account);
  leaveWithoutAsking();
  window.location.assign(DONE);
  return true;
}

/** The answer leads to another page: that there is one is enough. */
async function isTaken(): Promise<boolean> {
  try {
    const { type, ok } = await fetch(ADDRESS, {
      method: "POST",
      body: new URLSearchParams(),
      redirect: "manual",
    });
    return ok || type === "opaqueredirect";
  } catch {
    return false;
  }
}
