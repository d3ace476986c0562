import { useState, type FocusEvent } from "react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { useLookUp } from "#saving/client/use-look-up.ts";

import type { ShownAlike } from "./general.ts";

const NAMES = ["first_name", "last_name", "date_of_birth"];

/** Who is like the child that is typed, asked when one of the three fields is left that say who it is. */
export function useAlike(served: readonly ShownAlike[]) {
  const [found, setFound] = useState<readonly ShownAlike[] | null>(null);
  const lookUp = useLookUp<{ alike: ShownAlike[] }>(({ alike }) => setFound(alike));

  function ask({ target, currentTarget }: FocusEvent<HTMLElement>) {
    const form = target instanceof HTMLInputElement && NAMES.includes(target.name) ? target.form : null;
    if (!form || !currentTarget.contains(target)) return;
    const [first, last, born] = NAMES.map((name) => String(new FormData(form).get(name) ?? "").trim());
    if (!first || !last) return;
    void lookUp(
      withQuery(`${PATHS.students}/alike`, {
        first_name: first,
        last_name: last,
        date_of_birth: born || null,
      }),
    );
  }

  return { alike: found ?? served, ask };
}
