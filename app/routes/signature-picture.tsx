import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { showSignaturePicture } from "#features/lookups/show-picture.server.ts";

export const access = "signed-in" satisfies Access;

export async function loader({ request, params: { picture = "" } }: LoaderFunctionArgs) {
  const person = await requireAccessForData(request, access);
  return showSignaturePicture(person, picture, request);
}
