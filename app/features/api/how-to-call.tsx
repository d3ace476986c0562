import { Panel } from "#ui/page/panel.tsx";

/** What is the same for every call, said once. */
export function HowToCall({ origin }: { origin: string }) {
  return (
    <Panel title="How to call">
      <pre className="mb-3 mt-0 whitespace-pre-wrap break-words border bg-cream p-3 font-mono text-13">
        {`curl -H "Authorization: Bearer TOKEN" "${origin}/api/subjects?per_page=50"`}
      </pre>
      <ul className="list-disc space-y-2 pl-5">
        <li>A script sends an access token. It needs no cookies and no Origin header.</li>
        <li>
          A program that people use signs in with <code>POST /api/employee-login</code>. To change anything,
          it asks for <code>GET /sanctum/csrf-cookie</code> and sends the value of that XSRF-TOKEN cookie as
          the header X-XSRF-TOKEN. Outside a browser it also sends this school&apos;s address as Origin.
        </li>
        <li>
          A list is answered whole, or in pages with <code>page</code> and <code>per_page</code>; the header
          X-Total-Count gives the number of rows. <code>sort</code> orders it and <code>search</code> narrows
          it.
        </li>
        <li>
          To keep a copy, send the ETag of your copy as If-None-Match: 304 means that nothing has changed.
          Calls that take <code>since</code> answer only what has changed.
        </li>
        <li>
          A refused call answers a message in words and, where fields are wrong, their <code>errors</code> by
          name.
        </li>
      </ul>
    </Panel>
  );
}
