import { useEffect, useRef, useState } from "react";
import type { ComponentPropsWithoutRef } from "react";

import { classes } from "../classes.ts";
import { errorLinks, FieldFrame } from "./field.tsx";
import type { FieldText } from "./field.tsx";
import { useHydrated } from "../use-hydrated.ts";

type PasswordFieldProps = FieldText & {
  name: string;
  autoComplete: "current-password" | "new-password";
  large?: boolean;
} & Omit<ComponentPropsWithoutRef<"input">, "name" | "type" | "autoComplete">;

/** The Show button is there only where script can make it work; a shown password is hidden again before it is sent. */
export function PasswordField({
  label,
  hint,
  error,
  aside,
  large = false,
  className,
  ...input
}: PasswordFieldProps) {
  const id = input.id ?? input.name;
  const hydrated = useHydrated();
  const { box, shown, toggle } = useShown();
  return (
    <FieldFrame aside={aside} error={error} hint={hint} id={id} label={label}>
      <div className="relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...errorLinks(id, { hint, error })}
          className={classes("field-box", hydrated && "!pr-16", large && "min-h-11 text-18", className)}
          id={id}
          ref={box}
          type={shown ? "text" : "password"}
        />
        {hydrated ? <ShowButton id={id} label={label} shown={shown} toggle={toggle} /> : null}
      </div>
    </FieldFrame>
  );
}

function useShown() {
  const box = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);

  useEffect(() => {
    const form = box.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  return { box, shown, toggle: () => setShown(!shown) };
}

function ShowButton({
  id,
  label,
  shown,
  toggle,
}: {
  id: string;
  label: string;
  shown: boolean;
  toggle: () => void;
}) {
  const words = shown ? "Hide" : "Show";
  return (
    <button
      aria-controls={id}
      aria-label={`${words} ${label}`}
      className="absolute inset-y-1 right-1 rounded-sm px-2 font-semibold text-red underline underline-offset-4 hover:text-red-deep"
      onClick={toggle}
      type="button"
    >
      {words}
    </button>
  );
}
