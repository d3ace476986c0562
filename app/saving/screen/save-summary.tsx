import { useEffect, useRef, type ReactNode } from "react";
import { NoticeBox } from "#ui/page/notice-box.tsx";

type SaveSummaryProps = {
  isSaved: boolean;
  title: string;
  className?: string;
  /** The page that the person was going to when the form was sent, and the number of rows that keep them here. */
  leaving?: { to: string; count: number } | null;
  children?: ReactNode;
};

/** The result of a form that was sent without script. The summary is first on the page and takes the focus. */
export function SaveSummary({ isSaved, title, className, leaving, children }: SaveSummaryProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => box.current?.focus(), []);

  return (
    <div className={className} ref={box} role={isSaved ? "status" : "alert"} tabIndex={-1}>
      <NoticeBox icon={isSaved ? "tick" : "refused"} title={title} tone={isSaved ? "saved" : "refused"}>
        {children}
        {leaving && !isSaved ? (
          <p className="mt-1">
            <a
              href={leaving.to}
            >{`Leave without saving ${leaving.count === 1 ? "this row" : "these rows"}`}</a>
          </p>
        ) : null}
      </NoticeBox>
    </div>
  );
}
