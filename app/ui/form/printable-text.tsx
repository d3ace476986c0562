import { useState, type FormEvent, type ReactNode } from "react";
import { findUnprintable } from "#domain/text/printable.ts";

/** Warns below a text field, as the text is typed, about emoji and scripts that documents cannot print. */
export function PrintableText({ text = "", children }: { text?: string | undefined; children: ReactNode }) {
  const [typed, setTyped] = useState(text);

  function readText({ target }: FormEvent) {
    const isText =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");
    if (isText) setTyped(target.value);
  }

  return (
    <div onInput={readText}>
      {children}
      <UnprintableNote text={typed} />
    </div>
  );
}

/** Names the emoji and scripts of a text that documents would print as question marks. */
export function UnprintableNote({ text, by = "Documents" }: { text: string; by?: string }) {
  const unprintable = findUnprintable(text);
  if (unprintable.length === 0) return null;
  return <p className="pt-1 text-13 font-semibold">{`${by} cannot print ${unprintable.join(" ")}`}</p>;
}
