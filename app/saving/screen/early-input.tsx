/**
 * Notes what a person types into a form marked `data-early` before the page's scripts have arrived: the name and value
 * of each field with a real `input` event. A value that the browser fills in itself (a restored form) has no such event
 * and is not noted. Forms without the mark, such as the one with the password, are not listened to.
 */
const SCRIPT =
  '(function(){var e=window.typedEarly={};document.addEventListener("input",function(i){var t=i.target;' +
  'if(window.typedEarly&&i.isTrusted&&t.name&&t.closest("[data-early]"))e[t.name]=t.type=="checkbox"&&!t.checked?"":t.value},true)})()';

/** The script that notes early typing. Place the component in the head, before the first field. */
export function EarlyInput({ nonce }: { nonce: string | undefined }) {
  return <script dangerouslySetInnerHTML={{ __html: SCRIPT }} nonce={nonce} suppressHydrationWarning />;
}

/** Returns what was typed so far and ends the noting: the page's own scripts listen from now on. */
export function pickUpEarlyInput(): ReadonlyMap<string, string> {
  const noted: unknown = Reflect.get(window, "typedEarly");
  Reflect.set(window, "typedEarly", null);
  if (typeof noted !== "object" || noted === null) return new Map();
  return new Map(Object.entries(noted).map(([name, value]) => [name, String(value)]));
}
