import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { dispatchApiCall } from "#api/dispatch/dispatch.server.ts";
import type { Access } from "#access/permissions.ts";

/** Every API endpoint checks the caller's access itself (app/api). */
export const access = "anyone" satisfies Access;

export function loader({ request, context }: LoaderFunctionArgs) {
  return dispatchApiCall(request, context);
}

export function action({ request, context }: ActionFunctionArgs) {
  return dispatchApiCall(request, context);
}
