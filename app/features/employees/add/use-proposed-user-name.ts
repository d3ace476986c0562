import { useRef, useState, type FocusEvent, type FormEvent } from "react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { useLookUp } from "#saving/client/use-look-up.ts";

import type { ProposedUserName } from "./new-employee.rules.ts";

type Proposing = { proposal: ProposedUserName | null };

/** The user name that follows from the name, until somebody types another. Without script the server makes it. */
export function useProposedUserName(typed: string) {
  const box = useRef<HTMLInputElement>(null);
  const asked = useRef("");
  const proposed = useRef({ of: "", userName: "" });
  const [because, setBecause] = useState<string | null>(null);
  const lookUp = useLookUp<Proposing>(({ proposal }) => {
    setBecause(proposal?.because ?? null);
    const field = box.current;
    if (!field || !proposal || field.value !== proposed.current.userName) return;
    proposed.current = { of: asked.current, userName: proposal.userName };
    field.value = proposal.userName;
  });

  function ask({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !["firstName", "lastName"].includes(target.name)) return;
    if (String(new FormData(currentTarget).get("lastName")).trim() === "") return;
    asked.current = queryOf(currentTarget);
    void lookUp(asked.current);
  }

  /** Who corrects the name and sends it at once has the user name of the old one still: the server makes the new one. */
  function forgetOld({ currentTarget }: FormEvent<HTMLFormElement>) {
    const { of, userName } = proposed.current;
    if (box.current?.value === userName && of !== queryOf(currentTarget)) box.current.value = "";
  }

  return { box, because: typed === "" ? because : null, ask, forgetOld };
}

/** Where what follows from the name is read. */
function queryOf(form: HTMLFormElement): string {
  const typed = new FormData(form);
  const [first, last] = [String(typed.get("firstName")), String(typed.get("lastName"))];
  return withQuery(`${PATHS.employees}/user-name`, { first, last });
}
