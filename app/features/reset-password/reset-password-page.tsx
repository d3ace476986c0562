import { PATHS } from "#domain/paths.ts";
import { listQuery } from "#domain/people/list-place.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyList } from "#ui/list/empty-list.tsx";
import { ListFoot } from "#ui/list/list-foot.tsx";
import { SearchStrip } from "#ui/list/search-strip.tsx";
import { ShownLine } from "#ui/list/shown-line.tsx";
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
      <PageHead
        actions={<ButtonLink to={PATHS.password}>Change your own password</ButtonLink>}
        title="Reset Employee Password"
      />
      <Panel flush>
        <SearchStrip keep={{ rows }} placeholder="Name, user name or ID" search={place.search}>
          <ChosenButton count={chosen.ids.size} />
        </SearchStrip>
        <ChosenForm place={place} />
        {place.search === "" ? null : (
          <ShownLine
            count={found}
            out={{ to: all, words: "Clear the search" }}
            total={total}
            words="employees"
          />
        )}
        <ResetTable
          chosen={chosen}
          empty={
            <EmptyList
              clearTo={all}
              nothingFound={`Nobody here has ‘${place.search}’ in the name, user name or ID.`}
              nothingYet="Nobody works here yet."
              search={place.search}
            />
          }
          list={list}
        />
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
