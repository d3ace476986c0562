import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "#ui/form/button.tsx";
import { Field } from "#ui/form/field.tsx";
import { sessionEnded } from "#ui/form/form-result.ts";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { callAddress } from "./call-address.rules.ts";
import type { DescribedCall, DescribedField } from "./guide.ts";

/** A page with more text than this is slow to draw. */
const MOST_SHOWN = 20_000;
const NO_ANSWER = "The server did not answer. Check your connection, then try again.";

const UNAUTHENTICATED = 401;

type Tried = {
  address: string;
  status: string;
  /** The number of rows on all pages. */
  total: string | null;
  /** The type of an answer that is a document, which the browser opens itself; otherwise null. */
  document: string | null;
  body: string;
};

/** Makes a call that reads, as the person who is signed in; without script, the person opens its address. */
export function TryIt({ call }: { call: DescribedCall }) {
  const hydrated = useHydrated();
  const [tried, setTried] = useState<Tried | null>(null);
  const [isAsking, setAsking] = useState(false);
  if (!hydrated) return null;

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isAsking) return;
    const typed = [...new FormData(event.currentTarget)].map(
      ([name, value]) => [name, String(value)] as const,
    );
    setAsking(true);
    setTried(await ask(callAddress(call, new Map(typed))));
    setAsking(false);
  }

  return (
    <Panel title="Try it">
      <form className="grid gap-4 md:grid-cols-2" onSubmit={(event) => void onSubmit(event)}>
        {call.sends.map(({ name, takes, about, required }) => (
          <Field
            autoComplete="off"
            hint={hintTo({ takes, about, required })}
            id={`try-${name}`}
            key={name}
            label={name}
            name={name}
          />
        ))}
        <Button aria-disabled={isAsking} className="justify-self-start md:col-span-2" kind="primary">
          {isAsking ? "Calling" : "Call"}
        </Button>
      </form>
      <div aria-live="polite">{tried ? <Answer {...tried} /> : null}</div>
    </Panel>
  );
}

function hintTo({ takes, about, required }: Pick<DescribedField, "takes" | "about" | "required">): string {
  const word = required ? `${takes}, required` : takes;
  return about === "" ? word : `${word}. ${about}`;
}

/** Scrolls the answer into view below a long form. */
function Answer({ address, status, total, document, body }: Tried) {
  const top = useRef<HTMLParagraphElement>(null);
  useEffect(() => top.current?.scrollIntoView({ block: "nearest" }), [status, address, body]);
  return (
    <>
      <p className="mt-4 scroll-mb-40 break-words" ref={top}>
        <span className="font-semibold">{status}</span> <span className="text-muted">{address}</span>
        {total === null ? null : <span className="block text-13 text-muted">{`${total} in all`}</span>}
      </p>
      {document === null ? null : (
        <p className="mt-2">
          <a href={address} rel="noreferrer" target="_blank">
            Open the document
          </a>{" "}
          <span className="text-13 text-muted">{document}</span>
        </p>
      )}
      {body ? (
        <pre className="mt-2 whitespace-pre-wrap break-words border bg-cream p-3 font-mono text-13">
          {body}
        </pre>
      ) : null}
    </>
  );
}

async function ask(address: string): Promise<Tried> {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    if (response.status === UNAUTHENTICATED) sessionEnded.notify();
    const status = `${response.status} ${response.statusText}`.trim();
    const total = response.headers.get("X-Total-Count");
    const type = response.headers.get("Content-Type") ?? "";
    const isDocument = type !== "" && !type.startsWith("application/json");
    const body = isDocument || type === "" ? "" : await shown(response);
    return { address, status, total, document: isDocument ? type : null, body };
  } catch {
    return { address, status: NO_ANSWER, total: null, document: null, body: "" };
  }
}

async function shown(response: Response): Promise<string> {
  const text = JSON.stringify(await response.json(), null, 2);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n… and more` : text;
}
