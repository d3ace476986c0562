import { joinClassNames } from "../classes.ts";

const CIRCLE = "M9 2.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13z";

/** The path of each icon, drawn with lines 1.75 px wide on a grid of 18 by 18 px. */
const PATHS = {
  "arrow-down": "M9 3v12M4.5 10.5 9 15l4.5-4.5",
  "arrow-right": "M3 9h12M10.5 4.5 15 9l-4.5 4.5",
  "arrow-up": "M9 15V3M4.5 7.5 9 3l4.5 4.5",
  calendar: "M2.5 4h13v11.5h-13zM2.5 7.5h13M6 2v3.5M12 2v3.5",
  changed: "M2.5 6H15M12.5 3.5 15 6l-2.5 2.5M15.5 12H3M5.5 9.5 3 12l2.5 2.5",
  "chevron-down": "M4 6.5l5 5 5-5",
  "chevron-left": "M11.5 4l-5 5 5 5",
  "chevron-right": "M6.5 4l5 5-5 5",
  "chevron-up": "M4 11.5l5-5 5 5",
  clock: `${CIRCLE}M9 5.5V9l2.5 2`,
  close: "M4.5 4.5l9 9M13.5 4.5l-9 9",
  dash: "M6 9h6",
  document: "M4 2h7l3.5 3.5V16H4zM7 8h4.5M7 11.5h4.5",
  download: "M9 2.5v9M5 8l4 4 4-4M3 15.5h12",
  info: `${CIRCLE}M9 8.3v4M9 5.7v.1`,
  key: "M11.8 2.5a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zM9 9l-6 6v.5h2.5v-2H8V11M12.6 5.5v.1",
  lock: "M4 8h10v8H4zM6 8V5.5a3 3 0 0 1 6 0V8",
  pencil: "M3 15l.8-3.4 8.5-8.5 2.6 2.6-8.5 8.5zM10.6 4.8l2.6 2.6",
  phone:
    "M4 2.5h2.8l1.4 3.6-1.7 1.2a8 8 0 0 0 4.2 4.2l1.2-1.7 3.6 1.4V14a1.5 1.5 0 0 1-1.5 1.5A11.5 11.5 0 0 1 2.5 4 1.5 1.5 0 0 1 4 2.5z",
  picture: "M2.5 3.5h13v11h-13zM2.5 12l4-4 3.5 3.5 2-2 3.5 3M12 6.3v.1",
  plus: "M9 3.5v11M3.5 9h11",
  print: "M5 7V2.5h8V7M5 13H2.5V7h13v6H13M5 10.5h8v5H5z",
  question: `${CIRCLE}M7 7.2a2 2 0 1 1 2.7 1.9q-.7.3-.7 1.1M9 12.5v.1`,
  refused: "M6 2h6l4 4v6l-4 4H6l-4-4V6zM9 5.5v4M9 12.3v.1",
  ring: "M9 2.5A6.5 6.5 0 1 1 3 6.5",
  leaving: "M10 5.5V3H3v12h7v-2.5M7 9h9M13 6l3 3-3 3",
  repeating: "M14.7 7A6 6 0 1 0 15 9.5M15.2 3v4.2H11",
  undo: "M3.5 7H11a4 4 0 0 1 0 8H7.5M6.5 4l-3 3 3 3",
  search: "M7.8 3a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 1 0 0-9.6zM11.5 11.5l4 4",
  sign: "M2.5 15.5h13M3 12C5.5 11.2 8 3.6 9 3.3c1-.2-1.4 5.7-1 7.8.1.7.9.4 1.4-.4.7-1 1-2.3 1.7-2.3s-.2 2.1.6 2.4c.8.2 1.5-.8 3.3-.8",
  trash: "M3 5h12M7 5V2.8h4V5M4.5 5l.7 10.5h7.6l.7-10.5M7.5 8v4.5M10.5 8v4.5",
  tick: "M3.5 9.5l3.5 3.5L14.5 5",
  upload: "M9 11.5v-9M5 6.5l4-4 4 4M3 15.5h12",
  waiting: "M6 2h6q1.5 0 1.5 1.5v11q0 1.5-1.5 1.5H6q-1.5 0-1.5-1.5v-11Q4.5 2 6 2zM7.6 7v4M10.4 7v4",
} as const;

export type IconName = keyof typeof PATHS;

type IconProps = { name: IconName; size?: number; className?: string };

/** An icon. It is always hidden from screen readers, because a label must be beside it. */
export function Icon({ name, size = 18, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={joinClassNames("icon", className)}
      height={size}
      viewBox="0 0 18 18"
      width={size}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Returns an icon as HTML, for long lists that are written as text. */
export function iconHtml(name: IconName): string {
  return `<svg aria-hidden="true" class="icon" height="18" viewBox="0 0 18 18" width="18"><path d="${PATHS[name]}"/></svg>`;
}
