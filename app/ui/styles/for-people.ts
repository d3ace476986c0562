import type { LinksFunction } from "@remix-run/node";
import styles from "./people.css?url";

/**
 * The same exports as in `for-forms.ts` for lists and records of people, so that their first visit loads no styles of
 * other screens.
 */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle = { styles };
