import { Link } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { NoClassToPrint } from "./class-grid.tsx";
import { ReportOptionsPanel, usePrintChoice } from "./kind-panel.tsx";
import { type PrintScreen, type ReportKindOption, reportKindUrl, type PrintParams } from "./params.rules.ts";
import { Icon } from "#ui/page/icon.tsx";
import type { NothingToPrint } from "./read-print.server.ts";

type PrintPageProps = { shown: PrintScreen | NothingToPrint; isMissing: boolean };

/** The Print/View Reports page: the list of kinds and the options of one kind. A narrow window shows one of the two. */
export function PrintPage({ shown, isMissing }: PrintPageProps) {
  return typeof shown === "string" ? (
    <Nothing why={shown} />
  ) : (
    <Choices isMissing={isMissing} screen={shown} />
  );
}

function Choices({ screen, isMissing }: { screen: PrintScreen; isMissing: boolean }) {
  const { kinds, kind, isPicked, batches } = screen;
  const choice = usePrintChoice(screen);
  return (
    <>
      <PageHead
        actions={
          batches ? (
            <ButtonLink icon="print" to={PATHS.batches}>
              Print runs{batches.running > 0 ? `, ${batches.running} running` : ""}
            </ButtonLink>
          ) : null
        }
        title="Print/View Reports"
      />
      <div className="grid gap-4 xl:grid-cols-[304px_minmax(0,1fr)]">
        <KindList className={isPicked ? "max-xl:hidden" : ""} kinds={kinds} params={choice.chosen} />
        <div className={joinClassNames("min-w-0", !isPicked && "max-xl:hidden")}>
          <ReportOptionsPanel choice={choice} isMissing={isMissing} key={kind.kind} screen={screen} />
        </div>
      </div>
    </>
  );
}

function Nothing({ why }: { why: NothingToPrint }) {
  return (
    <>
      <PageHead title="Print/View Reports" />
      <Panel>
        {why === "no class" ? (
          <NoClassToPrint />
        ) : (
          <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}>
            The first term has not begun yet, so there is nothing to print.
          </EmptyState>
        )}
      </Panel>
    </>
  );
}

type KindListProps = { kinds: readonly ReportKindOption[]; params: PrintParams; className: string };

/** Lists the kinds of report by group. Each link keeps the current options. */
function KindList({ kinds, params, className }: KindListProps) {
  const groups = [...new Set(kinds.map(({ group }) => group))];
  return (
    <nav aria-label="Reports" className={className}>
      <Panel className="self-start" flush>
        {groups.map((group) => (
          <section aria-label={group} key={group}>
            <h2 className="flex h-8 items-center border-b bg-cream-2 px-4 font-sans text-13 font-semibold md:px-5">
              {group}
            </h2>
            <ul className="divide-y divide-line border-b">
              {kinds
                .filter((kind) => kind.group === group)
                .map(({ kind, title }) => (
                  <li key={kind}>
                    <KindLink
                      isCurrent={kind === params.kind}
                      title={title}
                      to={reportKindUrl(params, kind)}
                    />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </Panel>
    </nav>
  );
}

type KindLinkProps = { title: string; to: string; isCurrent: boolean };

/** Links to a kind of report. The current kind is highlighted only while its options are next to the list. */
function KindLink({ title, to, isCurrent }: KindLinkProps) {
  return (
    <Link
      aria-current={isCurrent ? "page" : undefined}
      className={joinClassNames(
        "flex min-h-9 items-center justify-between gap-3 px-4 py-1 text-ink no-underline hover:bg-cream hover:text-red max-xl:min-h-12 md:px-5",
        isCurrent && "xl:border-l-4 xl:border-l-red xl:pl-4 xl:font-bold xl:text-red",
      )}
      preventScrollReset
      to={to}
    >
      {title}
      <Icon className="text-field xl:hidden" name="chevron-right" />
    </Link>
  );
}
