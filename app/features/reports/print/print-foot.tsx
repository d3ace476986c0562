import { PATHS } from "#domain/paths.ts";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { IN_PLACE } from "#ui/page/downloads.ts";
import { Icon } from "#ui/page/icon.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { printUrl, SAVED, type PrintParams } from "./params.rules.ts";
import type { PrintScreen } from "./print.ts";
import { whatIsMade, type PrintText } from "./words.rules.ts";

type PrintFootProps = {
  screen: PrintScreen;
  /** The current choices, which may be newer than the screen's own. */
  params: PrintParams;
};

/** Shows what will be printed, with the buttons. On a phone, the bar stays at the bottom within reach of the thumb. */
export function PrintFoot({ screen, params }: PrintFootProps) {
  const isHydrated = useHydrated();
  const made = whatIsMade(screen, params);
  if (screen.kind.whose !== "school" && screen.classes.length === 0) return null;
  return (
    <div
      className="sticky bottom-[var(--notice-height,0px)] z-10 bg-paper pb-[env(safe-area-inset-bottom)] print:hidden"
      data-bar=""
    >
      <div className="double-rule md:hidden" />
      <div className="flex min-h-[72px] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 md:border-t md:border-t-line-2 md:px-5">
        {/* Without scripts the choice is unknown until the form is sent. */}
        <p aria-live="polite" className="min-w-0 unscripted:hidden">
          {made ? <OutcomeWords outcome={made.outcome} /> : "Choose a student."}
        </p>
        <div className="ml-auto grid auto-cols-fr grid-flow-col gap-2 max-md:w-full">
          {isHydrated ? <Ways made={made} params={params} screen={screen} /> : <ServedWays screen={screen} />}
        </div>
      </div>
    </div>
  );
}

function OutcomeWords({ outcome: { strong, words, aside, unsigned } }: { outcome: PrintText }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      <span>
        <strong>{strong}</strong>
        {words}
      </span>
      {aside ? <span className="text-muted">{aside}</span> : null}
      {unsigned ? (
        <span className="flex items-center gap-2 self-center text-13 font-semibold text-waiting">
          <Icon name="pencil" />
          {unsigned}
        </span>
      ) : null}
    </span>
  );
}

type WaysProps = PrintFootProps & { made: ReturnType<typeof whatIsMade> };

function Ways({ made, params, screen: { kind } }: WaysProps) {
  if (!made) return null;
  if (made.batch)
    return (
      <ButtonLink icon="print" kind="primary" to={made.batch.to}>
        {made.batch.begins}
      </ButtonLink>
    );
  const isShown = kind.formats.includes("pdf");
  return (
    <>
      <ButtonLink
        {...IN_PLACE}
        icon="download"
        kind={isShown ? "secondary" : "primary"}
        reloadDocument
        to={printUrl(params, { on: "document", isSaved: true })}
      >
        Download
      </ButtonLink>
      {isShown ? (
        <ButtonLink icon="document" kind="primary" preventScrollReset to={printUrl(params, { on: "view" })}>
          Open
        </ButtonLink>
      ) : null}
    </>
  );
}

/** Without scripts, the buttons submit the form to the document's address. */
function ServedWays({ screen: { kind } }: Pick<PrintFootProps, "screen">) {
  const document = `${PATHS.reports}/${kind.kind}/document`;
  const isShown = kind.formats.includes("pdf");
  return (
    <>
      <Button
        formAction={document}
        icon="download"
        kind={isShown ? "secondary" : "primary"}
        name="as"
        value={SAVED}
      >
        Download
      </Button>
      {isShown ? (
        <Button formAction={document} icon="document" kind="primary">
          Open
        </Button>
      ) : null}
    </>
  );
}
