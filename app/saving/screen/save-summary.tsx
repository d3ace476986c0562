import type { ReactNode } from "react";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { useArrivalFocus } from "#ui/use-arrival-focus.ts";

type SaveSummaryProps = {
  isSaved: boolean;
  title: string;
  className?: string;
  /** The page that the person was going to when the form was sent; null if the person stays. */
  leaveTo?: string | null | undefined;
  children?: ReactNode;
};

/** The result of a form that was sent without script. The summary is first on the page and takes the focus. */
export function SaveSummary({ isSaved, title, className, leaveTo, children }: SaveSummaryProps) {
  const box = useArrivalFocus<HTMLDivElement>(isSaved);

  return (
    <div className={className} ref={box} role={isSaved ? "status" : "alert"} tabIndex={-1}>
      <NoticeBox icon={isSaved ? "tick" : "refused"} title={title} tone={isSaved ? "saved" : "refused"}>
        {children}
        {leaveTo && !isSaved ? (
          <p className="mt-1">
            <a href={leaveTo}>Leave without saving</a>
          </p>
        ) : null}
      </NoticeBox>
    </div>
  );
}
