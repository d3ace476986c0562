import { Panel } from "#ui/page/panel.tsx";

/** What is the same for every call, said once. */
export function HowToCall({ origin }: { origin: string }) {
  return (
    <Panel title="How to call">
      <pre className="mb-3 mt-0 whitespace-pre-wrap break-words border bg-cream p-3 font-mono text-13">
        {`curl -H "Authorization: Bearer TOKEN" "${origin}/api/subjects?per_page=50"`}
      </pre>
      <ul className="list-disc space-y-2 pl-5">
        <li>A script sends an access token, and then neither cookies nor an Origin.</li>
        <li>
          A program that people use signs in with POST /api/employee-login. With what changes something it
          sends the cookie XSRF-TOKEN of GET /sanctum/csrf-cookie back as the header X-XSRF-TOKEN and, where
          no browser does it, this school&apos;s address as Origin.
        </li>
        <li>
          A list comes whole, or by pages with page and per_page; X-Total-Count says how many rows there are.
          It is ordered by sort and narrowed by search.
        </li>
        <li>
          Who keeps a copy sends its ETag as If-None-Match: 304 says that nothing has changed. Calls that take
          since tell only what did.
        </li>
        <li>
          What is refused answers a message in words, and where fields are at fault errors by their names.
        </li>
      </ul>
    </Panel>
  );
}
