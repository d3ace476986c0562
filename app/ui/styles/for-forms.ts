import type { LinksFunction } from "@remix-run/node";
import styles from "./forms.css?url";

/** For routes that need the styles of forms, which re-export this. forms.css has all styles, even the mark sheet's. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle = { styles };
