import { Form, useSubmit, Link } from "@remix-run/react";
import { pageSpan, type PageInfo } from "#domain/list/paging.ts";
import { PAGE_SIZES, type PageSizes } from "#domain/people/list-params.ts";
import { Button, ButtonLink } from "../form/button.tsx";
import { AutoSubmitSelect } from "../form/choice/chooser.tsx";
import type { IconName } from "../page/icon.tsx";
import { useHydrated } from "../use-hydrated.ts";

type ListFootProps = PageInfo & {
  pageTo: (page: number) => string;
  /** The plural noun of the listed items, such as 'employees'. */
  of: string;
  /** The other parameters of the address, which a change of page size must keep. */
  keep: Readonly<Record<string, string | number | null>>;
  /** The page sizes to choose from. */
  offered?: PageSizes;
  /** A form that Back and Next send without JavaScript, so that its boxes are kept when the page is left. */
  sentWithoutScript?: { form: string; formAction: string; formMethod: "get" | "post" };
};

/**
 * The line '1 to 10 of 24 employees' with page size, Back and Next. Renders nothing if the smallest page shows the
 * whole list.
 */
export function ListFooter({
  page,
  pageSize,
  total,
  of,
  keep,
  offered = PAGE_SIZES,
  ...rest
}: ListFootProps) {
  if (total <= offered[0]) return null;
  const { shown, from, to, last } = pageSpan({ page, pageSize, total });
  return (
    <div className="flex min-h-[52px] flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-4 py-2 md:px-5 print:hidden">
      <p className="text-muted">
        {from.toLocaleString("en")} to {to.toLocaleString("en")} of {total.toLocaleString("en")} {of}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RowsAPage chosen={pageSize} keep={keep} offered={offered} />
        {last > 1 ? (
          <nav aria-label={`Pages of ${of}`} className="flex gap-2">
            {shown > 1 ? (
              <PageLink {...rest} icon="chevron-left" page={shown - 1}>
                Back
              </PageLink>
            ) : null}
            {shown < last ? (
              <PageLink {...rest} iconAfter="chevron-right" page={shown + 1}>
                Next
              </PageLink>
            ) : null}
          </nav>
        ) : null}
      </div>
    </div>
  );
}

type PageLinkProps = Pick<ListFootProps, "pageTo" | "sentWithoutScript"> & {
  page: number;
  icon?: IconName;
  iconAfter?: IconName;
  children: string;
};

function PageLink({ page, pageTo, sentWithoutScript: sent, ...look }: PageLinkProps) {
  if (!sent) return <ButtonLink {...look} preventScrollReset to={pageTo(page)} />;
  return (
    <>
      <ButtonLink {...look} className="unscripted:hidden" preventScrollReset to={pageTo(page)} />
      <Button {...look} {...sent} className="hidden unscripted:inline-flex" name="page" value={page} />
    </>
  );
}

type RowsAPageProps = Pick<ListFootProps, "keep"> & { chosen: number; offered: PageSizes };

/** The choice of page size. A new page size starts at the first page. */
function RowsAPage({ chosen, keep, offered }: RowsAPageProps) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  return (
    <Form className="flex items-center gap-2" method="get">
      {Object.entries(keep).map(([name, value]) =>
        value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
      )}
      <label className="text-muted" htmlFor="rows">
        Rows per page
      </label>
      <AutoSubmitSelect
        className="field-box w-auto"
        id="rows"
        name="rows"
        onChoose={({ form }) => submit(form, { preventScrollReset: true })}
        value={String(chosen)}
      >
        {offered.map((rows) => (
          <option key={rows} value={rows}>
            {rows}
          </option>
        ))}
      </AutoSubmitSelect>
      {hydrated ? null : <Button>Show</Button>}
    </Form>
  );
}

type ShownLineProps = {
  count: number;
  /** The number of rows without the search, if the search hides some rows. */
  total?: number | false;
  /** The noun for the rows and their order, such as 'students by name'. */
  words: string;
  /** A link to the whole list or the default order. */
  out: { to: string; words: string } | null;
};

/** The line above a list that says how many rows it shows, and which. */
export function ListSummary({ count, total, words, out }: ShownLineProps) {
  const all = total === undefined || total === false ? "" : ` of ${total.toLocaleString("en")}`;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t px-4 py-2 text-13 text-muted md:px-5">
      <p role="status">
        <strong className="text-ink">
          {count.toLocaleString("en")}
          {all}
        </strong>{" "}
        {words}
      </p>
      {out ? (
        <Link className="inline-flex min-h-6 items-center touch:min-h-11" preventScrollReset to={out.to}>
          {out.words}
        </Link>
      ) : null}
    </div>
  );
}
