import { ButtonLink } from "../form/button.tsx";

type PagingProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  /** The address of that page. */
  pageTo: (page: number) => string;
  /** What is counted: 'students'. */
  of: string;
};

/** '6 to 10 of 402 students', with the way back and on. Nothing where one page holds all. */
export function Paging({ page, pageSize, total, pageTo, of }: PagingProps) {
  if (total <= pageSize) return null;
  const { shown, from, to, last } = pageSpan({ page, pageSize, total });
  return (
    <nav
      aria-label={`Pages of ${of}`}
      className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2 print:hidden"
    >
      <p className="text-muted">
        {from} to {to} of {total} {of}
      </p>
      <div className="flex gap-2">
        {shown > 1 ? (
          <ButtonLink icon="chevron-left" kind="quiet" preventScrollReset to={pageTo(shown - 1)}>
            Back
          </ButtonLink>
        ) : null}
        {shown < last ? (
          <ButtonLink iconAfter="chevron-right" kind="quiet" preventScrollReset to={pageTo(shown + 1)}>
            Next
          </ButtonLink>
        ) : null}
      </div>
    </nav>
  );
}

/** What a page shows, counted from 1; a page past the end is the last. */
export function pageSpan({ page, pageSize, total }: Pick<PagingProps, "page" | "pageSize" | "total">) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const shown = Math.min(Math.max(1, page), last);
  return { shown, from: (shown - 1) * pageSize + 1, to: Math.min(shown * pageSize, total), last };
}
