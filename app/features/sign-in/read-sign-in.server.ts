import { PASSWORD_RULE } from "#access/new-password.server.ts";
import { noTransaction } from "#db/index.ts";
import { findSchool } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { rememberedUserName } from "./remembered-user-name.server.ts";
import type { CoverSchool } from "./cover.tsx";
import type { SignInPageProps } from "./sign-in-page.tsx";

const ENDED =
  "You were signed out after 60 minutes without use, or because your sign-in was ended. Sign in to go on.";

const NO_SCHOOL = "This database holds no school yet, so nobody can sign in.";

/** What anyone may read of the school; the product's own name where there is none yet. */
export async function readCover(): Promise<CoverSchool & { exists: boolean }> {
  const school = await findSchool(noTransaction);
  return { name: school?.name ?? "Termbook", exists: school !== null };
}

/** @param resetting the person who signed in and must choose a new password, null for a visitor */
export async function readSignIn(request: Request, resetting: Person | null): Promise<SignInPageProps> {
  const [school, remembered] = await Promise.all([readCover(), rememberedUserName(request)]);
  const asked = new URL(request.url).searchParams;
  const common = { school, passwordRule: PASSWORD_RULE };
  if (resetting) return { ...common, step: "reset", userName: resetting.userName };
  if (asked.get("step") === "password" && remembered)
    return { ...common, step: "password", userName: remembered };
  return { ...common, step: "username", userName: remembered, notice: noticeFor(asked, school.exists) };
}

function noticeFor(asked: URLSearchParams, schoolExists: boolean): string | null {
  if (!schoolExists) return NO_SCHOOL;
  return asked.has("ended") ? ENDED : null;
}
