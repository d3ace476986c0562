import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { RegisterClassList } from "#features/attendance-register/choose/classes-to-mark.tsx";
import { findRegisterToStart } from "#features/attendance-register/choose/start-register.server.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Daily Register - Termbook" }];

/** Redirects to today's register (for a teacher with one class), or to the register that the form asks for. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const start = await findRegisterToStart(person, new URL(request.url).searchParams);
  if (start.go !== null) throw redirect(start.go);
  return start.choice;
}

export default function ChooseRegister() {
  return <RegisterClassList choice={useLoaderData<typeof loader>()} />;
}
