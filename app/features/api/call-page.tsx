import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "#ui/form/button.tsx";
import { LabelledTextField } from "#ui/form/field.tsx";
import { sessionEndedEmitter } from "#ui/form/form-result.ts";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { type DescribedApiCall, type DescribedField, apiRequestUrl } from "./guide.ts";

const NAME: DataTableColumn<DescribedField> = {
  key: "name",
  title: "Name",
  names: true,
  width: "md:w-[30%]",
  cell: ({ name }) => (
    <span className="font-mono text-13 font-semibold [overflow-wrap:anywhere]">{name}</span>
  ),
};

const TAKES: DataTableColumn<DescribedField> = { key: "takes", title: "Type", prose: true, cell: takesCell };

const SENT: readonly DataTableColumn<DescribedField>[] = [
  NAME,
  TAKES,
  { key: "place", title: "Location", width: "md:w-36", cell: ({ place }) => place },
  { key: "required", title: "Required", width: "md:w-24", cell: ({ required }) => (required ? "Yes" : "No") },
];

const ANSWERED: readonly DataTableColumn<DescribedField>[] = [
  NAME,
  { ...TAKES, title: "Type" },
  {
    key: "required",
    title: "Always sent",
    width: "md:w-24",
    cell: ({ required }) => (required ? "Yes" : "No"),
  },
];

type Refusal = DescribedApiCall["refusals"][number];

const REFUSED: readonly DataTableColumn<Refusal>[] = [
  { key: "status", title: "Status", names: true, width: "w-24", cell: ({ status }) => status },
  { key: "means", title: "Meaning", prose: true, cell: ({ means }) => means },
];

/** Documents one API call. With JavaScript, a person can try out a call that only reads. */
export function ApiCallPage({ call }: { call: DescribedApiCall }) {
  const { method, path, summary, forWhom, sends, answers, answer, refusals } = call;
  return (
    <>
      <PageHead about={`${summary}. Access: ${forWhom}.`} title={`${method} ${path}`} />
      <div className="flex flex-col gap-4">
        <Panel flush title="Request">
          <DataTable
            caption="Request"
            columns={SENT}
            empty={<p className="p-4 md:p-5">This call has no parameters.</p>}
            rowKey={({ name, place }) => `${place} ${name}`}
            rows={sends}
          />
        </Panel>
        <Panel aside={answers.length > 0 ? answer : null} flush title="Response">
          <DataTable
            caption="Response"
            columns={ANSWERED}
            empty={<p className="p-4 md:p-5">{`The response is ${answer}.`}</p>}
            rowKey={({ name }) => name}
            rows={answers}
          />
        </Panel>
        <Panel flush title="Errors">
          <DataTable
            caption="Errors"
            columns={REFUSED}
            empty={null}
            rowKey={({ status }) => status}
            rows={refusals}
          />
        </Panel>
        {method === "GET" ? <TryIt call={call} key={call.id} /> : null}
      </div>
    </>
  );
}

function takesCell({ takes, about }: DescribedField) {
  return (
    <div>
      {takes}
      {about ? <span className="block text-13 text-muted">{about}</span> : null}
    </div>
  );
}

/** The largest number of characters of a response that the page shows. Browsers are slow to show more text. */
const MOST_SHOWN = 20_000;
const NO_ANSWER = "The server did not answer. Check your connection, then try again.";

const UNAUTHENTICATED = 401;

type Tried = {
  address: string;
  status: string;
  /** The total number of rows on all pages of the response. */
  total: string | null;
  /** The media type if the response is a file, which the browser opens in its own viewer; otherwise null. */
  document: string | null;
  body: string;
};

/** Lets the signed-in person try a read-only call and see the response. Without JavaScript this form is hidden. */
function TryIt({ call }: { call: DescribedApiCall }) {
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
    setTried(await ask(apiRequestUrl(call, new Map(typed))));
    setAsking(false);
  }

  return (
    <Panel title="Try it">
      <form className="grid gap-4 md:grid-cols-2" onSubmit={(event) => void onSubmit(event)}>
        {call.sends.map(({ name, takes, about, required }) => (
          <LabelledTextField
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

/** Shows the response, and scrolls it into view because the form above may fill the screen. */
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
    if (response.status === UNAUTHENTICATED) sessionEndedEmitter.notify();
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
