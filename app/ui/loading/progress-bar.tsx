import { useId } from "react";
import { joinClassNames } from "../classes.ts";

type ProgressBarProps = {
  label: string;
  done: number;
  total: number;
  className: string;
  /** True to hatch the unfinished part, which shows that the work continues even if the page is closed. */
  hatched?: boolean;
};

export function ProgressBar({ label, done, total, className, hatched = false }: ProgressBarProps) {
  const toCome = useId();
  return (
    <svg
      aria-label={label}
      aria-valuemax={total}
      aria-valuemin={0}
      aria-valuenow={done}
      className={joinClassNames("w-full", className)}
      role="progressbar"
    >
      {hatched ? (
        <pattern height={6} id={toCome} patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width={6}>
          <path className="stroke-sepia" d="M0 0v6" />
        </pattern>
      ) : null}
      <rect
        className={hatched ? "stroke-sepia" : "fill-cream-2"}
        fill={hatched ? `url(#${toCome})` : undefined}
        height="100%"
        width="100%"
      />
      <rect className="fill-sepia" height="100%" width={`${(100 * done) / Math.max(1, total)}%`} />
    </svg>
  );
}
