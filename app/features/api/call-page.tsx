import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { DescribedCall, DescribedField } from "./guide.ts";
import { TryIt } from "./try-it.tsx";

const NAME: Column<DescribedField> = {
  key: "name",
  title: "Name",
  names: true,
  width: "md:w-[30%]",
  cell: ({ name }) => (
    <span className="font-mono text-13 font-semibold [overflow-wrap:anywhere]">{name}</span>
  ),
};

const TAKES: Column<DescribedField> = { key: "takes", title: "Type", prose: true, cell: takesCell };

const SENT: readonly Column<DescribedField>[] = [
  NAME,
  TAKES,
  { key: "place", title: "Sent in", width: "md:w-36", cell: ({ place }) => place },
  { key: "required", title: "Required", width: "md:w-24", cell: ({ required }) => (required ? "Yes" : "No") },
];

const ANSWERED: readonly Column<DescribedField>[] = [
  NAME,
  { ...TAKES, title: "Type" },
  {
    key: "required",
    title: "Always sent",
    width: "md:w-24",
    cell: ({ required }) => (required ? "Yes" : "No"),
  },
];

type Refusal = DescribedCall["refusals"][number];

const REFUSED: readonly Column<Refusal>[] = [
  { key: "status", title: "Status", names: true, width: "w-24", cell: ({ status }) => status },
  { key: "means", title: "Meaning", prose: true, cell: ({ means }) => means },
];

/** Shows what a call takes and returns. A person with script can try a call that reads. */
export function CallPage({ call }: { call: DescribedCall }) {
  const { method, path, summary, forWhom, sends, answers, answer, refusals } = call;
  return (
    <>
      <PageHead about={`${summary}. Who can use it: ${forWhom}.`} title={`${method} ${path}`} />
      <div className="flex flex-col gap-4">
        <Panel flush title="Request">
          <DataTable
            caption="Request"
            columns={SENT}
            empty={<p className="p-4 md:p-5">This call needs nothing but its address.</p>}
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
