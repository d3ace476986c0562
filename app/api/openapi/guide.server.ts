import type { ApiCallArea, DescribedApiCall, DescribedField, ListedApiCall } from "#features/api/guide.ts";
import type { Endpoint, UploadDefinition } from "../dispatch/endpoint.ts";
import { API_AREAS } from "../index.ts";
import { listSchemaFields, toJsonSchema, listReplyFields, describeValues } from "./json-schema.ts";
import {
  describeAccess,
  createOperationId,
  describeOperation,
  REFUSAL_RESPONSES,
  toPathTemplate,
} from "./operation.ts";

/** Statuses from 500 on are faults of the server. The description of an endpoint does not list them. */
const FAULTS = 500;

/** Lists every endpoint by area for the page that describes the API. */
export function listApiCallAreas(): ApiCallArea[] {
  return API_AREAS.map(({ title, calls }) => ({ title, calls: calls.map(listed) }));
}

export function findDescribedApiCall(id: string | undefined): DescribedApiCall | null {
  for (const { title, calls } of API_AREAS) {
    const call = calls.find((item) => createOperationId(item) === id);
    if (call) return { ...listed(call), area: title, ...described(call) };
  }
  return null;
}

function listed(call: Endpoint): ListedApiCall {
  const { method, path, summary, access } = call;
  return {
    id: createOperationId(call),
    method,
    path: toPathTemplate(path),
    summary,
    forWhom: describeAccess(access),
  };
}

function described(call: Endpoint): Pick<DescribedApiCall, "sends" | "answers" | "answer" | "refusals"> {
  const { reply, body, query, params, method, upload } = call;
  const { responses } = describeOperation(call, "");
  return {
    sends: [
      ...sent(params, "address"),
      ...sent(query, "query"),
      ...sent(body, method === "DELETE" ? "query or body" : "body"),
      ...(upload ? sentInForm(upload) : []),
    ],
    answers: reply ? listReplyFields(toJsonSchema(reply)) : [],
    answer: reply ? describeValues(toJsonSchema(reply)) : documentWords(call),
    refusals: Object.values(REFUSAL_RESPONSES).flatMap(({ status, description: means }) =>
      status in responses && status < FAULTS ? [{ status, means: means.replaceAll("`", "") }] : [],
    ),
  };
}

function sent(schema: Endpoint["query"], place: string): DescribedField[] {
  return listSchemaFields(schema).map(({ name, required, schema: field, ...rest }) => {
    const about = "description" in rest ? String(rest.description) : "";
    return { name, takes: describeValues(field), place, required, about };
  });
}

function sentInForm({ file, many, fields }: UploadDefinition): DescribedField[] {
  const taken = many ? "files" : "file";
  return [
    { name: file, takes: taken, place: "form", required: true, about: "" },
    ...sent(fields ?? null, "form"),
  ];
}

function documentWords({ query }: Endpoint): string {
  return listSchemaFields(query).some(({ name }) => name === "format") ? "a document" : "no content";
}
