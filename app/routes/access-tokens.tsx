import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { submitTokensForm, loadTokens, TokensFormSchema } from "#features/access-tokens/tokens.server.ts";
import { TokensPage } from "#features/access-tokens/tokens-page.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Access Tokens - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadTokens(await requireVisit(request, access));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const address = shortenIpAddress(context.ip);
  return handleForm(request, TokensFormSchema, (input) => submitTokensForm(visit, { input, address }));
}

export default function AccessTokens() {
  return <TokensPage {...useLoaderData<typeof loader>()} />;
}
