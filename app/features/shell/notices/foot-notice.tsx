import { useEffect, useRef, useState, type MouseEvent } from "react";
import { Icon } from "#ui/page/icon.tsx";
import { ACT_WORDS, type Notice, type NoticeAct } from "./notice-words.rules.ts";

type FootNoticeProps = { notice: Notice | null; onAct: (act: NoticeAct) => void };

/**
 * The notice stands at the foot of every page as long as it is true, below anything that the page fixes there itself at
 * `--notice-height`. A screen reader says the notice once, not each minute.
 */
export function FootNotice({ notice, onAct }: FootNoticeProps) {
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
 * The button disappears with its notice: a click leaves the focus where it was, and a press on the keyboard moves it
 * into the page.
 */
function ActButton({ act, onAct }: { act: NoticeAct; onAct: (act: NoticeAct) => void }) {
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
      {ACT_WORDS[act]}
    </button>
  );
}

/** Returns the words of a notice as they were when it came. */
function useSpoken(notice: Notice | null): string {
  const [spoken, setSpoken] = useState("");
  const name = notice?.name;

  useEffect(() => {
    setSpoken(notice ? `${notice.title} ${notice.text}` : "");
    // The minutes of a notice change; its subject does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name]);

  return spoken;
}

function useNoticeHeight(notice: Notice | null) {
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
