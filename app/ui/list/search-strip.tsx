import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../form/button.tsx";
import { AutoSubmitSelect } from "../form/choice/chooser.tsx";
import { Icon } from "../page/icon.tsx";

type SearchStripProps = {
  /** The id of the form, for fields and buttons outside it. */
  id?: string;
  search: string;
  /** The searched columns in words: 'Name, username or ID'. */
  placeholder: string;
  /** The other parameters of the address, which the search must keep. */
  keep: Readonly<Record<string, string | number | null>>;
  /** Another field of this form, at the far right, such as the status. */
  children?: ReactNode;
};

/** The search form above a list of people. The key changes with the search in the address, so that the box shows it. */
export function PeopleSearchForm({ id, search, placeholder, keep, children }: SearchStripProps) {
  return (
    <Form
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 md:px-5"
      id={id}
      key={search}
      method="get"
      role="search"
    >
      {Object.entries(keep).map(([name, value]) =>
        value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
      )}
      <div className="flex min-w-0 grow items-center gap-3 md:max-w-[560px]">
        <SearchBox placeholder={placeholder} search={search} />
        <Button>Search</Button>
      </div>
      {children}
    </Form>
  );
}

type SearchBoxProps = Pick<SearchStripProps, "search" | "placeholder"> & { onInput?: () => void };

/** The search field with its label. It shows the search in the address unless somebody is typing in it. */
export function SearchBox({ search, placeholder, onInput }: SearchBoxProps) {
  const box = useSearchBox(search);
  return (
    <>
      <label className="font-semibold max-md:sr-only" htmlFor="search">
        Search
      </label>
      <div className="relative min-w-0 grow">
        <Icon className="absolute left-3 top-1/2 text-muted [translate:0_-50%]" name="search" />
        <input
          autoComplete="off"
          className="field-box pl-10 placeholder:text-15 placeholder-shown:text-ellipsis"
          defaultValue={search}
          id="search"
          name="search"
          onInput={onInput}
          placeholder={placeholder}
          ref={box}
          title={placeholder}
          type="search"
        />
      </div>
    </>
  );
}

/**
 * Focuses the search box on devices with a keyboard; a phone's on-screen keyboard would cover the list. A new search in
 * the address is shown unless somebody is typing.
 */
function useSearchBox(search: string) {
  const box = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = search;
  }, [search]);

  useEffect(() => {
    const isFree = document.activeElement === document.body && !document.querySelector("dialog[open]");
    if (isFree && matchMedia("(hover: hover)").matches) box.current?.focus({ preventScroll: true });
  }, []);

  return box;
}

type StatusFilterProps = {
  chosen: string | number;
  statuses: readonly { value: string; label: string }[];
};

/** The status field of the search form. Without JavaScript, the form's button sends the choice. */
export function StatusFilter({ chosen, statuses }: StatusFilterProps) {
  const submit = useSubmit();
  return (
    <div className="flex min-w-0 items-center gap-3 max-md:grow">
      <label className="font-semibold" htmlFor="listed-status">
        Status
      </label>
      <AutoSubmitSelect
        className="field-box w-auto min-w-0 max-md:flex-1"
        id="listed-status"
        name="status"
        onChoose={({ form }) => submit(form, { preventScrollReset: true })}
        value={String(chosen)}
      >
        {statuses.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </AutoSubmitSelect>
    </div>
  );
}
