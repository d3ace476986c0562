import { useEffect, useRef, useState, type MouseEvent } from "react";
import { Icon } from "#ui/page/icon.tsx";
import { NOTICE_ACTION_LABELS, type PageNotice, type NoticeAction } from "./notice-words.rules.ts";

type FootNoticeProps = { notice: PageNotice | null; onAct: (act: NoticeAction) => void };

/**
 * A notice at the bottom of the page, shown for as long as it applies. It is below any fixed element of the page, which
 * makes room by `--notice-height`. A screen reader announces the notice once, and not every time its minutes change.
 */
export function BottomNotice({ notice, onAct }: FootNoticeProps) {
  const bar = useNoticeHeight(notice);
  return (
    <>
      <p className="sr-only" role="status">
        {useSpoken(notice)}
      </p>
      <div className="h-[var(--notice-height,0px)] print:hidden" />
      {notice ? (
        <div
          className="fixed inset-x-0 bottom-0 z-20 flex min-h-11 items-center gap-3 border-t border-waiting bg-paper px-4 py-1 pb-[max(4px,env(safe-area-inset-bottom))] text-13 md:px-6 md:text-15 print:hidden"
          ref={bar}
        >
          <Icon className="text-waiting" name={notice.act === "stay" ? "clock" : "waiting"} />
          <p className="min-w-0 grow">
            <strong>{notice.title}</strong> <span className="max-md:hidden">{notice.text}</span>
            <span className="md:hidden">{notice.short}</span>
          </p>
          {notice.act ? <ActButton act={notice.act} onAct={onAct} /> : null}
        </div>
      ) : null}
    </>
  );
}

/**
 * The button of the notice. It disappears together with the notice: after a click the focus stays where it was, and
 * after a key press the focus moves to the page.
 */
function ActButton({ act, onAct }: { act: NoticeAction; onAct: (act: NoticeAction) => void }) {
  function doIt({ currentTarget }: MouseEvent) {
    if (document.activeElement === currentTarget)
      document.getElementById("content")?.focus({ preventScroll: true });
    onAct(act);
  }

  return (
    <button
      className="min-h-9 shrink-0 font-semibold text-red underline underline-offset-4 hover:text-red-deep touch:min-h-11"
      onClick={doIt}
      onMouseDown={(event) => event.preventDefault()}
      type="button"
    >
      {NOTICE_ACTION_LABELS[act]}
    </button>
  );
}

/** Returns the text of a notice as it was when the notice appeared, for screen readers. */
function useSpoken(notice: PageNotice | null): string {
  const [spoken, setSpoken] = useState("");
  const name = notice?.name;

  useEffect(() => {
    setSpoken(notice ? `${notice.title} ${notice.text}` : "");
    // The minutes in a notice change, but its subject does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name]);

  return spoken;
}

function useNoticeHeight(notice: PageNotice | null) {
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { style } = document.documentElement;
    const setHeight = () => style.setProperty("--notice-height", `${bar.current?.offsetHeight ?? 0}px`);
    setHeight();
    window.addEventListener("resize", setHeight);
    return () => window.removeEventListener("resize", setHeight);
  }, [notice]);

  return bar;
}
