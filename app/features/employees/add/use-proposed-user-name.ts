import { useFetcher } from "@remix-run/react";
import { useRef, type FocusEvent, type FormEvent } from "react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { useEachAnswer } from "#ui/loading/use-each-answer.ts";

import type { ProposedUserName } from "./new-employee.rules.ts";

type Proposing = { proposal: ProposedUserName | null };

/** The user name that follows from the name, until somebody types another. Without script the server makes it. */
export function useProposedUserName(typed: string) {
  const fetcher = useFetcher<Proposing>();
  const box = useRef<HTMLInputElement>(null);
  const asked = useRef("");
  const proposed = useRef({ of: "", userName: "" });
  const proposal = fetcher.data?.proposal ?? null;

  useEachAnswer(fetcher.data, ({ proposal: made }) => {
    const field = box.current;
    if (!field || !made || field.value !== proposed.current.userName) return;
    proposed.current = { of: asked.current, userName: made.userName };
    field.value = made.userName;
  });

  function ask({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !["firstName", "lastName"].includes(target.name)) return;
    if (String(new FormData(currentTarget).get("lastName")).trim() === "") return;
    asked.current = queryOf(currentTarget);
    fetcher.load(asked.current);
  }

  /** Who corrects the name and sends it at once has the user name of the old one still: the server makes the new one. */
  function forgetOld({ currentTarget }: FormEvent<HTMLFormElement>) {
    const { of, userName } = proposed.current;
    if (box.current?.value === userName && of !== queryOf(currentTarget)) box.current.value = "";
  }

  return { box, because: typed === "" ? (proposal?.because ?? null) : null, ask, forgetOld };
}

/** Where what follows from the name is read. */
function queryOf(form: HTMLFormElement): string {
  const typed = new FormData(form);
  const [first, last] = [String(typed.get("firstName")), String(typed.get("lastName"))];
  return withQuery(`${PATHS.employees}/new`, { first, last });
}
