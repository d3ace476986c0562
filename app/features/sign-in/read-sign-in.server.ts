import { PASSWORD_RULE } from "#access/new-password.server.ts";
import { reading } from "#db/index.ts";
import { theSchool } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { rememberedUserName } from "./remembered-user-name.server.ts";
import type { CoverSchool } from "./cover.tsx";
import type { SignInPageProps } from "./sign-in-page.tsx";

const ENDED =
  "You were signed out after 60 minutes without use, or because your sign-in was ended. Sign in to go on.";

/** What anyone may read of the school. */
export async function readCover(): Promise<CoverSchool> {
  const { name } = await theSchool(reading);
  return { name };
}

/** @param resetting who signed in and must choose a new password, null for a visitor */
export async function readSignIn(request: Request, resetting: Person | null): Promise<SignInPageProps> {
  const [school, remembered] = await Promise.all([readCover(), rememberedUserName(request)]);
  const asked = new URL(request.url).searchParams;
  const common = { school, passwordRule: PASSWORD_RULE };
  if (resetting) return { ...common, step: "reset", userName: resetting.userName };
  if (asked.get("step") === "password" && remembered)
    return { ...common, step: "password", userName: remembered };
  return { ...common, step: "username", userName: remembered, notice: asked.has("ended") ? ENDED : null };
}
