/** The result of a change. `field` names the form field that an error is about, if there is one. */
export type TimetableChangeResult<Extra extends object = object> =
  ({ ok: true } & Extra) | TimetableChangeRefusal;

export type TimetableChangeRefusal = { ok: false; status: 409 | 422; field: string; fault: string };

export function timetableRefusal(
  status: TimetableChangeRefusal["status"],
  field: string,
  fault: string,
): TimetableChangeRefusal {
  return { ok: false, status, field, fault };
}
