import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { classes } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";

import type { RecordSteps } from "./record.ts";

/** PREV, the place in the list as it was searched and sorted, NEXT; the same tab stays open. */
export function Steps({ steps }: { steps: RecordSteps | null }) {
  if (!steps) return null;
  const { place, of, prev, next } = steps;
  return (
    <nav aria-label="Students of the list" className="flex items-center gap-x-2 max-md:contents">
      <Step to={prev}>
        <Icon className="max-[359px]:hidden" name="chevron-left" /> PREV
      </Step>
      <span className="border-x border-rule px-3 max-md:hidden">
        {place} of {of}
      </span>
      <Step className="max-md:order-last max-md:ml-auto" to={next}>
        NEXT <Icon className="max-[359px]:hidden" name="chevron-right" />
      </Step>
    </nav>
  );
}

const STEP = "inline-flex min-h-10 items-center gap-2 font-semibold no-underline touch:min-h-11";

type StepProps = { to: string | null; className?: string; children: ReactNode };

function Step({ to, className, children }: StepProps) {
  if (to === null)
    return (
      <span aria-disabled="true" className={classes(STEP, "text-muted", className)}>
        {children}
      </span>
    );
  return (
    <Link className={classes(STEP, "hover:underline", className)} preventScrollReset replace to={to}>
      {children}
    </Link>
  );
}
