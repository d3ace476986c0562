import { classes } from "../classes.ts";

type AvatarProps = { initials: string; className?: string };

/** People on staff are circles (students are squares). The name stands beside it, so it is silent. */
export function Avatar({ initials, className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        "inline-grid size-8 shrink-0 place-items-center rounded-full bg-cream text-13 font-bold text-red",
        className,
      )}
    >
      {initials}
    </span>
  );
}
