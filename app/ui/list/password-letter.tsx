import { useState } from "react";
import { AuthorField } from "../form/author-field.tsx";
import { Button } from "../form/button.tsx";
import { useHydrated } from "../use-hydrated.ts";

type PasswordLetterProps = { userName: string; label: string; password: string };

/** The number of characters of a password that fit beside its label in the narrowest dialog on a wide screen. */
const MAX_BESIDE = 22;

/**
 * A password that is shown once, on a card between double lines. A long one has a line of its own, and on a phone it
 * breaks at its hyphens.
 */
export function OneTimePasswordCard({ userName, label, password }: PasswordLetterProps) {
  const width = password.length > MAX_BESIDE ? "col-span-2" : "";
  return (
    <div>
      <div className="double-rule" />
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 border-x bg-paper px-4 py-4 md:px-6">
        <dt className="text-13 text-muted">Username</dt>
        <dd className="min-w-0 break-words font-semibold">{userName}</dd>
        <dt className={`text-13 text-muted ${width}`}>{label}</dt>
        <dd className={`min-w-0 break-words text-24 font-bold ${width}`} data-password="">
          {password}
        </dd>
      </dl>
      <div className="h-1.5 border-b-[3px] border-t border-red" />
    </div>
  );
}

type PrintPasswordLettersProps = {
  /** The address that returns the printed password letters. */
  action: string;
  seal: string;
  children: string;
};

/** A button that opens the password letters in a new window, because the page shows the passwords only once. */
export function PrintPasswordLetters({ action, seal, children }: PrintPasswordLettersProps) {
  return (
    <form action={action} method="post" target="_blank">
      <AuthorField />
      <input name="slips" type="hidden" value={seal} />
      <Button className="w-full whitespace-nowrap" icon="print">
        {children}
      </Button>
    </form>
  );
}

/** A button that copies a text. It appears only if the browser can copy, which needs HTTPS. */
export function CopyButton({ text }: { text: string }) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState<"not yet" | "copied" | "refused">("not yet");
  if (!hydrated || !window.isSecureContext) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied("copied"),
      () => setCopied("refused"),
    );
  return (
    <div aria-live="polite">
      {copied === "refused" ? (
        <p className="max-w-48 text-13 font-normal text-muted">
          This browser cannot copy the text. Select the text and copy it yourself.
        </p>
      ) : (
        <Button
          className="max-md:w-full"
          icon={copied === "copied" ? "tick" : "document"}
          onClick={() => void copy()}
          type="button"
        >
          {copied === "copied" ? "Copied" : "Copy"}
        </Button>
      )}
    </div>
  );
}
