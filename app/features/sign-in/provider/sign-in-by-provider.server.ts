import { Authenticator } from "remix-auth";
import type { Caller } from "#access/caller.server.ts";
import { pathToReturnTo } from "#access/sign-in-path.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { accountByUserName } from "#db/queries/accounts/accounts.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { faultOfUserName } from "#domain/people/user-name.ts";
import { takeTurns } from "#runtime/limit-concurrency.ts";
import { openAccount, type SignedIn } from "../open-account.server.ts";
import { ProviderStrategy, type ProviderAnswer } from "./provider-strategy.server.ts";
import type { ProviderRefusal } from "./provider-faults.server.ts";

type Outcome = { returnTo: string } & (SignedIn | { ok: false; reason: ProviderRefusal });

/** One line a quarter of an hour says that somebody keeps trying. */
const NOTED_EVERY_SECONDS = 15 * 60;

/** A provider that hangs, or a flood of made-up answers, takes no more than this of a process. */
const inTurn = takeTurns({ most: () => 10, inLane: 100, ofName: 100 });

/**
 * Signs in whom the school's identity provider vouches for, by the user name that it knows them by: never Admin, who is
 * no employee, and never a leaver. That there is such an account is not told.
 * @throws the redirect to the provider, where the sign-in begins
 */
export async function signInByProvider(request: Request, caller: Caller): Promise<Outcome> {
  const strategy = new ProviderStrategy((answer) => openVouched(answer, caller));
  const authenticator = new Authenticator<Outcome>().use(strategy);
  const turn = { lane: caller.address, name: caller.address };
  const outcome = await inTurn(turn, () => authenticator.authenticate(strategy.name, request));
  return outcome === "crowded"
    ? { ok: false, reason: "unreached", returnTo: pathToReturnTo(request) }
    : outcome;
}

async function openVouched(answer: ProviderAnswer, caller: Caller): Promise<Outcome> {
  if (!answer.ok) return answer;
  const { returnTo, idToken } = answer;
  const account = await accountVouchedFor(answer.userName);
  if (!account?.employee_id) {
    await noteStranger(account?.account_id ?? null, caller);
    return { ok: false, reason: "stranger", returnTo };
  }
  const opening = { caller, kind: "signed-in-by-provider", idToken } as const;
  const opened = await transaction({ accountId: account.account_id }, (t) =>
    openAccount(account, opening, t),
  );
  return { ...(opened ?? { ok: false, reason: "stale" }), returnTo };
}

/** Nothing is made fit here: a name that somebody chose at the provider must be the account's, not resemble it. */
async function accountVouchedFor(userName: string | null) {
  if (userName === null || faultOfUserName(userName) !== null) return null;
  return accountByUserName(userName, noTransaction);
}

function noteStranger(accountId: number | null, { address }: Caller): Promise<void> {
  const detail = accountId === null ? "Unknown username" : "";
  const event = { kind: "provider-refused", accountId, address, detail } as const;
  return transaction({ system: "sign-in" }, (t) =>
    recordSecurityEvent(event, t, { quietSeconds: NOTED_EVERY_SECONDS }),
  );
}
