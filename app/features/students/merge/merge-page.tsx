import { PATHS } from "#domain/paths.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { mergeUrl } from "#domain/people/merge-address.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import type { ActionFormField } from "#ui/form/fields/fields.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { StudentWithLink } from "../duplicates/duplicates-page.tsx";
import type { MergeChoice, MergeChoices, MergeInput, MergeView } from "./merge.server.ts";

/** Compares two records. Shows the choices to make, and the data that is moved unchanged. */
export function MergePage(view: MergeView) {
  const { kept, merged, version, contradictions, fields: groups, moves } = view;
  const choices = [...contradictions, ...groups].flatMap((group) => group.choices);
  const proposed = Object.fromEntries(choices.map(({ name, chosen }) => [name, chosen]));
  const [form, fields] = useActionForm<MergeInput>("merge-students", { ...proposed, version });
  const table = { fields, kept, merged };
  return (
    <>
      <PageHead
        about="Nothing is merged yet. You can undo a merge as long as neither record is changed afterwards."
        title="Merge two records"
      />
      <Panel>
        <div className="grid gap-4 md:grid-cols-2">
          <Record side="Record to keep" student={kept} />
          <Record side="Record to merge" student={merged} />
        </div>
        <p className="mt-3">
          <ButtonLink className="max-md:w-full" replace to={mergeUrl({ kept: merged.key, merged: kept.key })}>
            Keep the other record instead
          </ButtonLink>
        </p>
      </Panel>
      <ActionForm className="mt-4" form={form} rejectedTitle="The records were not merged">
        {contradictions.map((group) => (
          <Choices
            about="Both records have a value here. Choose which value to keep"
            group={group}
            key={group.title}
            table={table}
          />
        ))}
        {groups.map((group) => (
          <Choices about={sameWords(group.same)} group={group} key={group.title} table={table} />
        ))}
        <Panel title="Moved unchanged">
          <p>{moves.length > 0 ? moves.join(", ") : "There is nothing else to move."}</p>
        </Panel>
        <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
          <ButtonLink to={PATHS.duplicates}>Cancel</ButtonLink>
          <BusyButton busy="Merging">Merge records</BusyButton>
        </div>
      </ActionForm>
    </>
  );
}

function Record({ side, student }: { side: string; student: MergeView["kept"] }) {
  return (
    <div className="min-w-0">
      <h2 className="mb-2 text-15">{side}</h2>
      <StudentWithLink student={student} />
    </div>
  );
}

function sameWords(same: number | null): string | null {
  if (same === null || same === 0) return null;
  return `${same} ${same === 1 ? "field is" : "fields are"} the same`;
}

type Fields = Readonly<Record<string, ActionFormField>>;
type Table = Pick<MergeView, "kept" | "merged"> & { fields: Fields };

const LINE = "grid min-w-0 gap-2 px-4 md:grid-cols-[190px_1fr_1fr] md:gap-x-4 md:px-5";

type ChoicesProps = { group: MergeChoices; about: string | null; table: Table };

/** The differences in a tab or term, one per line. On a phone, each pair of values is on two lines. */
function Choices({ group: { title, choices }, about, table }: ChoicesProps) {
  return (
    <Panel aside={about} flush title={title}>
      <div className="divide-y divide-line">
        <div aria-hidden="true" className={joinClassNames(LINE, "text-13 text-muted max-md:hidden md:py-2")}>
          <span />
          <span>{table.kept.studentId} (kept)</span>
          <span>{table.merged.studentId}</span>
        </div>
        {choices.map((choice) => (
          <Choice choice={choice} key={choice.name} table={table} />
        ))}
      </div>
    </Panel>
  );
}

type ChoiceProps = { choice: MergeChoice; table: Table };

function Choice({ choice, table }: ChoiceProps) {
  const { id, errors } = fieldOf(choice, table);
  const fault = errors ? `${id}-error` : undefined;
  return (
    <fieldset
      aria-describedby={fault}
      aria-invalid={fault ? true : undefined}
      className={joinClassNames(LINE, "py-3")}
      role="radiogroup"
    >
      <legend className="float-left min-w-0 break-words font-semibold max-md:mb-2 md:pt-2">
        {choice.title}
        {fault ? (
          <span className="block text-13 text-refused" id={fault}>
            {PEOPLE_MESSAGES.required}
          </span>
        ) : null}
      </legend>
      <Value choice={choice} side="kept" table={table} />
      <Value choice={choice} side="merged" table={table} />
    </fieldset>
  );
}

function Value({ choice, table, side }: ChoiceProps & { side: "kept" | "merged" }) {
  const { id, name, initialValue, errors } = fieldOf(choice, table);
  const student = table[side];
  return (
    <label
      className={joinClassNames(
        "flex min-h-10 min-w-0 cursor-pointer items-start gap-2.5 rounded border bg-paper px-3 py-2 touch:min-h-11",
        "has-[:checked]:border-red has-[:checked]:font-semibold has-[:checked]:shadow-[inset_0_0_0_1px] has-[:checked]:shadow-red",
        errors ? "border-refused" : "border-field",
      )}
    >
      <input
        className="mt-1 size-4 shrink-0 accent-red"
        defaultChecked={(initialValue ?? choice.chosen) === side}
        id={side === "kept" ? id : undefined}
        name={name}
        type="radio"
        value={side}
      />
      <span className="min-w-0 break-words">
        <span className="block text-13 font-normal text-muted md:sr-only">{student.studentId} </span>
        {name === PICTURE && student.picture !== null ? (
          <StudentPicture name={student.lastName} size={96} src={student.picture} studentId={student.key} />
        ) : (
          choice[side] || "–"
        )}
      </span>
    </label>
  );
}

const PICTURE = "general/picture";

function fieldOf({ name }: { name: string }, { fields }: Table): ActionFormField {
  const field = fields[name];
  if (!field) throw new Error(`the form has no field ${name}`);
  return field;
}
