import { useEffect, useRef, type ReactNode } from "react";

import { NoticeBox } from "#ui/page/notice-box.tsx";

type SaveSummaryProps = {
  isSaved: boolean;
  title: string;
  className?: string;
  /** Where the person was going when the form was sent on the way, and how much of it keeps the page. */
  leaving?: { to: string; count: number } | null;
  children?: ReactNode;
};

/** What became of a form that was sent without script: first on the page, and it takes the focus. */
export function SaveSummary({ isSaved, title, className, leaving, children }: SaveSummaryProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => box.current?.focus(), []);

  return (
    <div className={className} ref={box} role={isSaved ? "status" : "alert"} tabIndex={-1}>
      <NoticeBox icon={isSaved ? "tick" : "refused"} title={title} tone={isSaved ? "saved" : "refused"}>
        {children}
        {leaving && !isSaved ? (
          <p className="mt-1">
            <a href={leaving.to}>{leaving.count === 1 ? "Leave without it" : "Leave without them"}</a>
          </p>
        ) : null}
      </NoticeBox>
    </div>
  );
}
