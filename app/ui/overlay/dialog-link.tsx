import { ButtonLink, type ButtonLinkProps } from "../form/button.tsx";

/** To a dialog, from one to the next, or out of it: the page underneath stays where it is, and Back leaves both. */
export function DialogLink(link: ButtonLinkProps) {
  return <ButtonLink {...link} preventScrollReset replace />;
}
