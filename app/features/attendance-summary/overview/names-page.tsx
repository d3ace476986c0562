import { ButtonLink } from "#ui/form/button.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { NamesView } from "./names.server.ts";
import { NamesTable } from "./names-table.tsx";
import { namesFileUrl, namesUrl } from "./overview-address.rules.ts";
import { FigureDefinitions, LevelLinks } from "./parts.tsx";

/** Lists the students behind a figure of the overview, for reading, calling and printing. */
export function NamesPage({ view }: { view: NamesView }) {
  const { title, about, answer, params, levels, isAll, rows, kind, readsNumbers } = view;
  const { list, ...place } = params;
  const pageTo = (page: number) => {
    const url = namesUrl(list, place);
    return page === 1 ? url : `${url}${url.includes("?") ? "&" : "?"}page=${page}`;
  };
  return (
    <div className="overview">
      <PageHead
        about={about}
        actions={
          <>
            <ButtonLink
              {...DOWNLOAD_ATTRIBUTE}
              icon="download"
              reloadDocument
              to={namesFileUrl(params, "xlsx")}
            >
              Spreadsheet
            </ButtonLink>
            <ButtonLink icon="print" kind="primary" reloadDocument to={namesFileUrl(params, "pdf")}>
              Print
            </ButtonLink>
          </>
        }
        title={title}
      />
      {levels.length > 1 ? (
        <div className="part-nav mb-4 print:hidden">
          <LevelLinks
            all={isAll ? "Whole school" : "My classes"}
            cells={levels}
            label="Classes shown"
            level={params.level}
            to={(level) => namesUrl(list, { ...place, level })}
          />
        </div>
      ) : null}
      <Panel flush>
        <p className="border-b px-4 py-2.5 last:border-b-0 md:px-5">{answer}</p>
        <NamesTable
          isAll={isAll}
          kind={kind}
          params={{ day: params.day, level: params.level }}
          readsNumbers={readsNumbers}
          rows={rows}
        />
        <Paging of="students" page={view.page} pageSize={view.pageSize} pageTo={pageTo} total={view.total} />
      </Panel>
      <FigureDefinitions />
    </div>
  );
}
