/**
 * Records the text that a person types into a form marked `data-early` before JavaScript has loaded: the name and value
 * of each field with an `input` event. Values that the browser fills in when it restores a form cause no such event, so
 * they are not recorded. Forms without the mark, such as the one with the password, are ignored.
 */
const SCRIPT =
  '(function(){var e=window.typedEarly={};document.addEventListener("input",function(i){var t=i.target;' +
  'if(window.typedEarly&&i.isTrusted&&t.name&&t.closest("[data-early]"))e[t.name]=t.type=="checkbox"&&!t.checked?"":t.value},true)})()';

/** The script that records early typing. It must be in the head, before the first field. */
export function EarlyInputScript({ nonce }: { nonce: string | undefined }) {
  return <script dangerouslySetInnerHTML={{ __html: SCRIPT }} nonce={nonce} suppressHydrationWarning />;
}

/** Returns the text that was typed so far and stops recording, because the page's own scripts now listen. */
export function collectEarlyInput(): ReadonlyMap<string, string> {
  const noted: unknown = Reflect.get(window, "typedEarly");
  Reflect.set(window, "typedEarly", null);
  if (typeof noted !== "object" || noted === null) return new Map();
  return new Map(Object.entries(noted).map(([name, value]) => [name, String(value)]));
}
