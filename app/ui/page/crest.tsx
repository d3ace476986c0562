import { joinClassNames } from "../classes.ts";

type CrestProps = {
  /** The school's own logo. Without one, a shield with an open book is drawn. */
  logo?: string | null;
  size: 32 | 48;
  /** True to draw cream lines without a fill, for the red bar. */
  onRed?: boolean;
  className?: string;
};

/** The school's crest, hidden from screen readers because the school's name is beside it. */
export function SchoolCrest({ logo, size, onRed = false, className }: CrestProps) {
  if (logo) {
    return (
      <img
        alt=""
        className={joinClassNames(
          "shrink-0 object-contain",
          size === 48 ? "h-14 max-w-[160px]" : "size-8",
          className,
        )}
        height={size}
        src={logo}
      />
    );
  }
  return (
    <svg
      aria-hidden="true"
      className={joinClassNames(
        "shrink-0",
        onRed ? "fill-none stroke-on-red" : "fill-cream-2 stroke-red",
        className,
      )}
      height={size}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 48 48"
      width={size}
    >
      <path d="M5.5 2.5h37V25c0 9.5-7.5 16-18.5 21C13 41 5.5 34.5 5.5 25z" />
      <path
        className={onRed ? undefined : "fill-cream"}
        d="M24 20.5c-3-2.3-6.7-3.2-11.5-3.2v10.5c4.8 0 8.5 1 11.5 3.5 3-2.5 6.7-3.5 11.5-3.5V17.3c-4.8 0-8.5.9-11.5 3.2zM24 20.5v10.8"
      />
      <path d="M24 8.5v7M15.5 9.8l2.7 5M32.5 9.8l-2.7 5M18.5 37.5h11" />
    </svg>
  );
}
