import type { LinksFunction } from "@remix-run/node";
import styles from "./people.css?url";

/**
 * For routes with lists and records of people, which re-export this. Their first visit then loads no styles of other
 * screens.
 */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle = { styles };
