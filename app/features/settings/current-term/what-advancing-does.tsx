import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { PATHS } from "#domain/paths.ts";
import { countOf } from "#domain/text/noun.ts";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { FormTerm } from "./current-term.rules.ts";

type WhatAdvancingDoesProps = Pick<FormTerm, "titles" | "turnsYear"> & { stops: number | null };

/** The three steps, and what makes them safe (term.md, 22). */
export function WhatAdvancingDoes({ titles, turnsYear, stops }: WhatAdvancingDoesProps) {
  return (
    <Panel flush title="What advancing does">
      <ol className="divide-y divide-line">
        <Step number={1}>
          <strong>Advance.</strong> {titles.advance} becomes the current term.
        </Step>
        <Step number={2}>
          <strong>Register.</strong> Every student gets a place and a record in it.
        </Step>
        <Step number={3}>
          <strong>Promote.</strong> Only at the year's turn{turnsYear ? "" : ", so not now"}: each goes up,
          repeats or leaves, as the reports decide.
        </Step>
      </ol>
      <ul className="divide-y divide-line border-t">
        <Fact icon="search">
          <strong>A rehearsal first.</strong> It shows where each student goes.
        </Fact>
        <Fact icon="undo">
          <strong>It can be undone</strong>, until somebody changes a mark or record of the new term.
        </Fact>
        <Stops count={stops ?? 0} />
      </ul>
    </Panel>
  );
}

/** What is not ready, counted where it holds the turn up. */
function Stops({ count }: { count: number }) {
  const board = <Link to={PATHS.readinessBoard}>Readiness Board</Link>;
  if (count === 0) return <Fact icon="info">What is better done first stands on the {board}.</Fact>;
  return (
    <Fact icon="refused">
      <strong className="text-refused">
        {countOf(count, "thing")} {count === 1 ? "stops" : "stop"} it.
      </strong>{" "}
      {board}
    </Fact>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex">
      <span
        aria-hidden="true"
        className="flex w-14 shrink-0 items-center justify-center border-r border-rule font-serif text-24 font-bold text-red"
      >
        {number}
      </span>
      <p className="px-4 py-3">{children}</p>
    </li>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-3 px-4 py-3 md:px-5">
      <Icon className="mt-[3px] text-red" name={icon} />
      <p>{children}</p>
    </li>
  );
}
