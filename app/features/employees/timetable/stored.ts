/** The outcome of a change; a fault can name its `field`. */
export type Stored<Extra extends object = object> = ({ ok: true } & Extra) | Refused;

export type Refused = { ok: false; status: 409 | 422; field: string; fault: string };

export function refused(status: Refused["status"], field: string, fault: string): Refused {
  return { ok: false, status, field, fault };
}
