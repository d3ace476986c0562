import { useEffect, useRef, useState } from "react";
import { joinClassNames } from "../../classes.ts";
import { LabelledTextField, type FieldProps } from "../field.tsx";
import { useHydrated } from "../../use-hydrated.ts";

type PasswordFieldProps = Omit<FieldProps, "type" | "children"> & {
  autoComplete: "current-password" | "new-password";
};

/**
 * A password field. With JavaScript, a button makes the password visible; it is hidden again before the form is sent.
 */
export function PasswordField({ className, ...field }: PasswordFieldProps) {
  const hydrated = useHydrated();
  const { box, shown, toggle } = useShown();
  return (
    <LabelledTextField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      box={box}
      className={joinClassNames(hydrated && "!pr-16", className)}
      type={shown ? "text" : "password"}
    >
      {hydrated ? (
        <ShowButton field={field.id ?? field.name} label={field.label} shown={shown} toggle={toggle} />
      ) : null}
    </LabelledTextField>
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

type ShowButtonProps = { field: string; label: string; shown: boolean; toggle: () => void };

function ShowButton({ field, label, shown, toggle }: ShowButtonProps) {
  const words = shown ? "Hide" : "Show";
  return (
    <button
      aria-controls={field}
      aria-label={`${words} ${label}`}
      className="absolute inset-y-1 right-1 rounded-sm px-2 font-semibold text-red underline underline-offset-4 hover:text-red-deep"
      onClick={toggle}
      type="button"
    >
      {words}
    </button>
  );
}
