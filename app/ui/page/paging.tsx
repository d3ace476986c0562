import { pageSpan, type PageInfo } from "#domain/list/paging.ts";
import { Button, ButtonLink } from "../form/button.tsx";

export type PagingProps = PageInfo & {
  pageTo: (page: number) => string;
  /** The plural noun for the listed items, such as 'students'. */
  of: string;
  /** The id of the form whose ticks the server keeps: Back and Next post this form. Without a form, they are links. */
  form?: string | undefined;
};

/** The line '6 to 10 of 402 students' with Back and Next. Renders nothing if one page shows the whole list. */
export function Paging({ page, pageSize, total, pageTo, of, form }: PagingProps) {
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
          <PageButton form={form} icon="chevron-left" to={pageTo(shown - 1)}>
            Back
          </PageButton>
        ) : null}
        {shown < last ? (
          <PageButton form={form} iconAfter="chevron-right" to={pageTo(shown + 1)}>
            Next
          </PageButton>
        ) : null}
      </div>
    </nav>
  );
}

type PageButtonProps = Pick<PagingProps, "form"> & {
  to: string;
  icon?: "chevron-left";
  iconAfter?: "chevron-right";
  children: string;
};

function PageButton({ form, to, ...look }: PageButtonProps) {
  if (form === undefined) return <ButtonLink kind="quiet" preventScrollReset to={to} {...look} />;
  return <Button form={form} formAction={to} kind="quiet" name="intent" value="page" {...look} />;
}
