import { useEffect, useState } from "react";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { reportCardPreviewUrl } from "./report-card.rules.ts";

type PreviewProps = {
  formId: string;
  level: number;
  title: string;
  values: object;
  /** The values that are stored, as a text. */
  saved: string;
  /** Whether the server has refused the scale. */
  isFaulty: boolean;
  /** The reason why no card can be drawn at all; null if it can. */
  missing: string | null;
};

/** The pause in typing after which the preview is loaded. */
const PREVIEW_WAITS_MS = 300;

/**
 * The sample card as the form describes it. With JavaScript, the picture follows the form. Without JavaScript, a button
 * sends the form, and the next page shows the picture of what was typed.
 */
export function ReportCardPreview({ formId, level, title, values, saved, isFaulty, missing }: PreviewProps) {
  const first = reportCardPreviewUrl(level, values);
  const [shown, setShown] = useState(first);
  const [failed, setFailed] = useState(isFaulty ? first : null);
  const [tries, setTries] = useState(0);
  const hydrated = useHydrated();
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    let timer = 0;
    const refresh = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (form) setShown(reportCardPreviewUrl(level, Object.fromEntries(new FormData(form))));
      }, PREVIEW_WAITS_MS);
    };
    form?.addEventListener("input", refresh);
    // Text may have been typed before the script loaded, and a saved form starts again from new defaults.
    refresh();
    return () => {
      window.clearTimeout(timer);
      form?.removeEventListener("input", refresh);
    };
  }, [formId, level, saved]);
  const src = hydrated ? shown : first;

  // The picture may have failed before the script was there to notice.
  function noteEarlyError(picture: HTMLImageElement | null) {
    if (picture?.complete && picture.naturalWidth === 0) setFailed(src);
  }

  function tryAgain() {
    setFailed(null);
    setTries(tries + 1);
  }

  return (
    <Panel aside="a made-up student" className="lg:sticky lg:top-4" flush title="Preview">
      <div className="bg-cream-2 p-3">
        {missing !== null || failed === src ? (
          <NotDrawn
            onTryAgain={missing === null && hydrated ? tryAgain : null}
            words={missing ?? UNREADABLE_SCALE}
          />
        ) : (
          <img
            alt={`A sample report card of ${title}`}
            className="aspect-[595/842] w-full border border-rule bg-paper"
            key={tries}
            onError={() => setFailed(src)}
            ref={noteEarlyError}
            src={src}
          />
        )}
      </div>
      {hydrated ? null : (
        <div className="p-4">
          <BusyButton busy="Updating" intent="preview">
            Update preview
          </BusyButton>
        </div>
      )}
    </Panel>
  );
}

/** The fields without which no card can be drawn. */
export const SCALE_FIELDS_PATTERN = /^(?:letter|from|words|passMark|courseWork|subject|weight)\b/;
const UNREADABLE_SCALE =
  "The preview cannot be shown. Check that each grade has a letter and its lowest percentage, and that the pass mark is a percentage.";

function NotDrawn({ words, onTryAgain }: { words: string; onTryAgain: (() => void) | null }) {
  return (
    <div
      className="flex min-h-48 flex-col items-start justify-center gap-3 border border-rule bg-paper p-6"
      role="status"
    >
      <p>{words}</p>
      {onTryAgain ? <TextButton onClick={onTryAgain}>Try again</TextButton> : null}
    </div>
  );
}
