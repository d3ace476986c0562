import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from "react";
import { PATHS } from "#domain/paths.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { SearchBox } from "#ui/list/search-strip.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { STUDENTS_LIST_PARAMS, parseStudentsParams, studentsQuery, studentsUrl } from "./params.rules.ts";
import type { StudentsList } from "./students.rules.ts";

/** The id of the form, for the page buttons outside the form. */
export const STUDENTS_LIST_FORM_ID = "students-list";

/** The wait after a key press before the list is searched. */
const TYPING_MS = 250;

type ListFormProps = {
  list: StudentsList;
  /** Called when the whole list is about to be selected or cleared, including the ticks of this page. */
  onWholeList: () => void;
  children: ReactNode;
};

/**
 * The search, the filters and the rows as one form. With JavaScript, typing or choosing updates the list. Without it,
 * each button posts the form, so that the ticks are stored before another page of the list opens.
 */
export function StudentsListForm({ list, onWholeList, children }: ListFormProps) {
  const { params, students, selection } = list;
  const { rows, sort, only } = studentsQuery(params);
  const form = useRef<HTMLFormElement>(null);
  const { search, typed } = useSearch(form);
  const fetcher = useFetcher();
  const posted = selection ? ({ formAction: PATHS.selection, formMethod: "post" } as const) : {};

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== "intent") return search();
    const fields = new FormData(event.currentTarget);
    fields.set(submitter.name, submitter.value);
    onWholeList();
    fetcher.submit(fields, { action: PATHS.selection, method: "post", preventScrollReset: true });
  }

  return (
    <form
      action={PATHS.students}
      autoComplete="off"
      id={STUDENTS_LIST_FORM_ID}
      onSubmit={onSubmit}
      ref={form}
    >
      {selection ? (
        <>
          <AuthorField savesItself />
          <input name="at" type="hidden" value={params.page} />
          <input name="shown" type="hidden" value={students.map(({ id }) => id).join(" ")} />
        </>
      ) : null}
      {Object.entries({ rows, sort, only }).map(([name, value]) =>
        value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
      )}
      <div className="grid gap-3 p-4 md:px-5" role="search">
        <div className="flex min-w-0 items-center gap-3">
          <SearchBox onInput={typed} placeholder="Name, ID, class or PIN" search={params.search} />
          <Button className="hidden unscripted:inline-flex" {...posted}>
            Search
          </Button>
          <p className="shrink-0 text-13 text-muted max-md:sr-only unscripted:hidden">
            The list updates as you type.
          </p>
        </div>
        <Filters list={list} onChoose={search} />
      </div>
      {children}
    </form>
  );
}

/** Returns functions that open the list with the fields of the form: at once, or when the person stops typing. */
function useSearch(form: RefObject<HTMLFormElement>) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>();

  useEffect(() => () => clearTimeout(timer.current), []);

  function search({ isTyped = false } = {}) {
    clearTimeout(timer.current);
    if (!form.current) return;
    const fields = new FormData(form.current);
    const query = STUDENTS_LIST_PARAMS.map((name) => [name, String(fields.get(name) ?? "")]);
    const to = studentsUrl(parseStudentsParams(new URLSearchParams(query)));
    navigate(to, { preventScrollReset: true, replace: isTyped });
  }

  function typed() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search({ isTyped: true }), TYPING_MS);
  }

  return { search: () => search(), typed };
}

type FiltersProps = { list: StudentsList; onChoose: () => void };

function Filters({ list: { params, choices, statuses }, onChoose }: FiltersProps) {
  const { classId, formLevel, houseId, missing } = params.filters;
  const filters = [
    { name: "class", label: "Class", all: "All classes", value: classId, options: choices.classes },
    { name: "level", label: "Level", all: "All levels", value: formLevel, options: choices.levels },
    { name: "house", label: "House", all: "All houses", value: houseId, options: choices.houses },
    { name: "missing", label: "Missing", all: "No filter", value: missing, options: choices.missing },
  ].filter(({ options, value }) => options.length > 1 || value !== null);
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-5">
      {filters.map(({ name, label, all, value, options }) => (
        <Filter
          isSet={value !== null}
          key={name}
          label={label}
          name={name}
          onChoose={onChoose}
          options={[{ value: "", label: all }, ...options]}
          value={String(value ?? "")}
        />
      ))}
      {statuses ? (
        <Filter
          isSet={params.status !== "here"}
          label="Status"
          name="status"
          onChoose={onChoose}
          options={statuses}
          value={String(params.status)}
        />
      ) : null}
    </div>
  );
}

type FilterProps = {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  isSet: boolean;
  onChoose: () => void;
};

function Filter({ name, label, value, options, isSet, onChoose }: FilterProps) {
  return (
    <div className="min-w-0">
      <label className="text-13 text-muted" htmlFor={`filter-${name}`}>
        {label}
      </label>
      <AutoSubmitSelect
        className={joinClassNames(
          "field-box touch:px-2",
          isSet && "border-2 border-red font-semibold text-red touch:font-normal",
        )}
        id={`filter-${name}`}
        name={name}
        onChoose={onChoose}
        value={value}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </AutoSubmitSelect>
    </div>
  );
}
