/**
 * The script of the first two steps on the sign-in page. NEXT shows the second step without asking the server, which
 * would give the same answer for every name; on a slow network a request takes a second. LOGIN asks for the next page
 * itself, in place of a redirect to it. The script runs before React has loaded and keeps working afterwards, because
 * it stores the step in an attribute of the root element, which React does not touch. Without JavaScript the server
 * handles each step. The browser gets only the text of this function, so the function must not use anything from
 * outside.
 */
function takeStepsOnPage(): void {
  const REMEMBERED_MS = 10 * 60_000;
  const root = document.documentElement.dataset;
  let typed = "";

  function fieldOf(form: string, name: string): HTMLInputElement | null {
    const field = document.forms.namedItem(form)?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field : null;
  }

  /**
   * Shows the step stored in the tab's history, so that Back, Forward and a reload show the same step. LOGIN removes
   * the name from the history and from the fields, because browsers fill in earlier values again, even for the next
   * person.
   */
  function showStep(): void {
    const { typedName, until } = (history.state ?? {}) as { typedName?: string; until?: number };
    const name = typedName && Date.now() < (until ?? 0) ? typedName : "";
    const known = fieldOf("password", "userName");
    const asked = fieldOf("username", "userName");
    if (!known || (name === "" && !root.step && !asked)) return;
    known.value = name;
    if (name === "" && root.step && asked) asked.value = typed;
    const words = document.querySelector("#password strong");
    if (words) words.textContent = name;
    if (name === "") delete root.step;
    else root.step = "password";
    (name === "" ? asked : fieldOf("password", "password"))?.focus();
  }

  function remember(typedName: string | undefined, put: "pushState" | "replaceState"): void {
    const until = Date.now() + REMEMBERED_MS;
    history[put](Object.assign({}, history.state, { typedName, until }), "");
  }

  addEventListener("popstate", showStep);
  addEventListener(
    "submit",
    (event) => {
      const { id } = event.target as HTMLFormElement;
      const asked = fieldOf("username", "userName");
      const name = asked?.value.trim();
      if (id === "password") {
        const opens = fieldOf("password", "opens");
        if (opens) opens.disabled = false;
        if (root.step) remember(undefined, "replaceState");
      }
      if (id !== "username" || !asked || !name || !fieldOf("password", "userName")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      typed = name;
      asked.value = "";
      remember(name, "pushState");
      showStep();
    },
    true,
  );
  addEventListener(
    "click",
    (event) => {
      if (!root.step || !(event.target as Element).closest("#password a[href]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      history.back();
    },
    true,
  );
  showStep();
}

export const SIGN_IN_SCRIPT = `(${takeStepsOnPage.toString().replaceAll(/\s+/g, " ")})()`;
