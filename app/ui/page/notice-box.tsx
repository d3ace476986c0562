import type { ReactNode } from "react";
import { joinClassNames } from "../classes.ts";
import { Icon, type IconName } from "./icon.tsx";

export type NoticeTone = "plain" | "saved" | "waiting" | "refused" | "colleague";

const EDGES: Record<NoticeTone, string> = {
  plain: "border-field",
  saved: "border-saved",
  waiting: "border-waiting",
  refused: "border-refused",
  colleague: "border-colleague",
};

const INKS: Record<NoticeTone, string> = {
  plain: "text-red",
  saved: "text-saved",
  waiting: "text-waiting",
  refused: "text-refused",
  colleague: "text-colleague",
};

type NoticeBoxProps = {
  tone: NoticeTone;
  icon: IconName;
  /** A bold title in front of the words. */
  title?: string;
  /** A link or button at the right. */
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** A notice that is shown as long as it applies. */
export function NoticeBox({ tone, icon, title, action, className, children }: NoticeBoxProps) {
  return (
    <div
      className={joinClassNames(
        "flex gap-3 rounded border bg-paper px-4 py-3 max-md:flex-wrap",
        EDGES[tone],
        className,
      )}
    >
      <Icon className={joinClassNames("mt-[3px]", INKS[tone])} name={icon} />
      <div className="min-w-0 flex-1">
        {title ? <strong>{title} </strong> : null}
        {children}
      </div>
      {action ? (
        <div className="shrink-0 font-semibold max-md:basis-full max-md:pl-[30px]">{action}</div>
      ) : null}
    </div>
  );
}
