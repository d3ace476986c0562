import { Link } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { listQuery } from "#domain/people/list-place.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { ListFoot } from "#ui/list/list-foot.tsx";
import { SearchStrip } from "#ui/list/search-strip.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { ChosenButton, ChosenForm } from "./chosen.tsx";
import { resetListUrl, type ResetList } from "./reset.rules.ts";
import { ResetTable } from "./reset-table.tsx";
import { useChosen } from "./use-chosen.ts";

/** Who works here, with what is known of each password; one is reset at its row, several by their ticks (A2). */
export function ResetPasswordPage({ list }: { list: ResetList }) {
  const { place, lines, found, total } = list;
  const { rows } = listQuery(place);
  const chosen = useChosen(lines);
  const all = resetListUrl({ ...place, search: "", page: 1 });
  return (
    <>
      <PageHead title="Reset Employee Password" />
      <Panel flush>
        <SearchStrip keep={{ rows }} placeholder="Name, user name or ID" search={place.search}>
          <ChosenButton count={chosen.ids.size} />
        </SearchStrip>
        <ChosenForm place={place} />
        {place.search === "" ? null : (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t px-4 py-2 text-13 text-muted md:px-5">
            <p role="status">
              <strong className="text-ink">
                {found} of {total}
              </strong>{" "}
              employees
            </p>
            <Link preventScrollReset to={all}>
              Clear the search
            </Link>
          </div>
        )}
        <ResetTable chosen={chosen} empty={<Nobody all={all} search={place.search} />} list={list} />
        <ListFoot
          keep={{ search: place.search || null }}
          of="employees"
          page={place.page}
          pageSize={place.rows}
          pageTo={(page) => resetListUrl({ ...place, page })}
          total={found}
        />
      </Panel>
    </>
  );
}

function Nobody({ search, all }: { search: string; all: string }) {
  const isAll = search === "";
  return (
    <div className="border-t">
      <EmptyState
        action={
          <ButtonLink to={isAll ? PATHS.mainMenu : all}>
            {isAll ? "Main Menu" : "Clear the search"}
          </ButtonLink>
        }
      >
        {isAll ? "Nobody works here yet." : `Nobody here has ‘${search}’ in the name, user name or ID.`}
      </EmptyState>
    </div>
  );
}
