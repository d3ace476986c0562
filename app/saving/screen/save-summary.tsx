import { useEffect, useRef, type ReactNode } from "react";

import { NoticeBox } from "#ui/page/notice-box.tsx";

type SaveSummaryProps = {
  isSaved: boolean;
  title: string;
  className?: string;
  children?: ReactNode;
};

/** What became of a form that was sent without script: first on the page, and it takes the focus. */
export function SaveSummary({ isSaved, title, className, children }: SaveSummaryProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => box.current?.focus(), []);

  return (
    <div className={className} ref={box} role={isSaved ? "status" : "alert"} tabIndex={-1}>
      <NoticeBox icon={isSaved ? "tick" : "refused"} title={title} tone={isSaved ? "saved" : "refused"}>
        {children}
      </NoticeBox>
    </div>
  );
}
