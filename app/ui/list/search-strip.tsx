import { Form } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";

import { Button } from "../form/button.tsx";
import { Icon } from "../page/icon.tsx";

type SearchStripProps = {
  /** What was searched for, from the URL. */
  search: string;
  /** What is looked through: 'Name, user name or ID'. */
  placeholder: string;
  /** The rest of the URL's query that the search keeps. */
  keep: Readonly<Record<string, string | number | null>>;
  /** At the far right: a field of this form, such as the status. */
  children?: ReactNode;
};

/** The strip over a list of people: without script the button is the way. Made anew when the address says something else. */
export function SearchStrip({ search, placeholder, keep, children }: SearchStripProps) {
  const box = useFocusOnArrival();
  return (
    <Form
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 md:px-5"
      key={search}
      method="get"
      role="search"
    >
      {Object.entries(keep).map(([name, value]) =>
        value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
      )}
      <div className="flex min-w-0 grow items-center gap-3 md:max-w-[560px]">
        <label className="font-semibold max-md:sr-only" htmlFor="search">
          Search
        </label>
        <div className="relative min-w-0 grow">
          <Icon className="absolute left-3 top-1/2 text-muted [translate:0_-50%]" name="search" />
          <input
            autoComplete="off"
            className="field-box pl-10 placeholder:text-15 placeholder-shown:text-ellipsis md:placeholder:text-transparent"
            defaultValue={search}
            id="search"
            name="search"
            placeholder={placeholder}
            ref={box}
            title={placeholder}
            type="search"
          />
        </div>
        <Button>Search</Button>
      </div>
      {children}
    </Form>
  );
}

/** Where there are keys to type with: on a phone its keyboard would hide the list. */
function useFocusOnArrival() {
  const box = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const isFree = document.activeElement === document.body && !document.querySelector("dialog[open]");
    if (isFree && matchMedia("(hover: hover)").matches) box.current?.focus({ preventScroll: true });
  }, []);

  return box;
}
