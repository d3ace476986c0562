import type { LinksFunction } from "@remix-run/node";
import styles from "./people.css?url";

/** As in `for-forms.ts`, of the lists and records of people: their first visit need not pay for the other screens. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle = { styles };
