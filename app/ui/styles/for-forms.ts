import type { LinksFunction } from "@remix-run/node";
import styles from "./forms.css?url";

/**
 * Two exports of a route whose page has more than a mark sheet: forms.css contains all styles, including the sheet's.
 */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle = { styles };
