import { Link } from "@remix-run/react";
import { Fragment } from "react";

import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { Icon } from "#ui/page/icon.tsx";

import { turnUrl } from "../turn-place.rules.ts";
import type { Refusal, Rehearsal } from "../turn.ts";

/** More names of one reason are in the list below. */
const MOST_NAMED = 12;

/** Why the term cannot be turned: a line a reason, with names, and the ways out beside them. */
export function RefusalBox({ turn, refusals }: { turn: Rehearsal; refusals: readonly Refusal[] }) {
  const { nowhere } = turn.balance;
  const who = nowhere === 1 ? "1 student has" : `${nowhere.toLocaleString("en")} students have`;
  return (
    <div
      className="mb-4 flex flex-wrap items-center gap-3 rounded border border-refused bg-paper px-4 py-3"
      role="alert"
    >
      <div className="flex min-w-0 flex-1 basis-[480px] gap-3">
        <Icon className="mt-[3px] text-refused" name="refused" />
        <div className="min-w-0">
          <p className="font-bold text-refused">The term cannot be turned yet: {who} nowhere to go.</p>
          {refusals.map((refusal) => (
            <p key={refusal.words}>
              {refusal.words} <Names {...refusal} />
            </p>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:flex-col">
        <ButtonLink to={PATHS.nextYear}>Next Year&apos;s Classes</ButtonLink>
        <ButtonLink preventScrollReset to={turnUrl(turn.id, { what: "nowhere", isTicked: true })}>
          Choose Their Class
        </ButtonLink>
      </div>
    </div>
  );
}

function Names({ students }: Refusal) {
  const named = students.slice(0, MOST_NAMED);
  return (
    <>
      {named.map(({ key, name, was, isLinked }, place) => (
        <Fragment key={key}>
          {place > 0 ? "; " : null}
          {isLinked ? <Link to={`${PATHS.students}/${key}`}>{name}</Link> : name}, {was}
        </Fragment>
      ))}
      {students.length > MOST_NAMED
        ? ` and ${(students.length - MOST_NAMED).toLocaleString("en")} more`
        : null}
    </>
  );
}
