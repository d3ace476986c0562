import { Button } from "#ui/form/button.tsx";
import { typedIn } from "../frame/failure-words.ts";

/**
 * A form that somebody else's signing in came between is not lost: it waits in this page as it was sent, its author with
 * it, until they are the one who is signed in.
 */
export function SendAgain({ error }: { error: unknown }) {
  const typed = typedIn(error) ?? [];
  if (typed.length === 0) return null;
  return (
    <form className="mb-6 flex flex-col gap-3" method="post">
      <p>
        If it is yours, leave this page open: what you sent is kept in it.{" "}
        <a href="/app/sign-out" rel="noreferrer" target="_blank">
          Sign out in a new tab
        </a>{" "}
        and sign in there yourself. Then come back here and press Send again.
      </p>
      {typed.map(([name, value], place) => (
        <input key={`${name} ${place}`} name={name} type="hidden" value={value} />
      ))}
      <Button className="self-start">Send again</Button>
    </form>
  );
}
