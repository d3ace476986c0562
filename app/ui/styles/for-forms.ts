import type { LinksFunction } from "@remix-run/node";
import styles from "./forms.css?url";

/** The exports of a route that needs the styles of forms: forms.css has all styles, including the mark sheet's. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle = { styles };
