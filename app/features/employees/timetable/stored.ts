/** The result of a change. An error can name the form field it is about in `field`. */
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
