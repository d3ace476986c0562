import { pageSpan, type PageInfo } from "#domain/list/paging.ts";
import { ButtonLink } from "../form/button.tsx";

export type PagingProps = PageInfo & {
  pageTo: (page: number) => string;
  /** The plural noun for the listed items, such as 'students'. */
  of: string;
};

/** The line '6 to 10 of 402 students' with Back and Next. Renders nothing if one page shows the whole list. */
export function Paging({ page, pageSize, total, pageTo, of }: PagingProps) {
  if (total <= pageSize) return null;
  const { shown, from, to, last } = pageSpan({ page, pageSize, total });
  return (
    <nav
      aria-label={`Pages of ${of}`}
      className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2 print:hidden"
    >
      <p className="text-muted">
        {from.toLocaleString("en")} to {to.toLocaleString("en")} of {total.toLocaleString("en")} {of}
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
