import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#access/caller.server.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { readTokens } from "#features/access-tokens/read-tokens.server.ts";
import { revokeToken, takeToken } from "#features/access-tokens/take-token.server.ts";
import { TokensPage } from "#features/access-tokens/tokens-page.tsx";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { handle, links } from "#ui/styles/for-forms.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Access Tokens - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return readTokens(await requireVisit(request, access));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const sent = { form: await postedForm(request), address: addressOf(context.ip) };
  if (sent.form.get("intent") === "revoke") {
    const name = await revokeToken(visit.person, sent);
    return redirectWithNotice(PATHS.accessTokens, `${name} revoked.`);
  }
  const made = await takeToken(visit, sent);
  return data(made, { status: made.ok ? 200 : 422 });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function AccessTokens() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <TokensPage failed={failed} made={answer ?? null} shown={useLoaderData<typeof loader>()} />;
}
