type PlainPage = {
  heading: string;
  /** The page's content as HTML. */
  body: string;
};

export const LINK_STYLE = 'style="color:#7b1e22;text-underline-offset:4px"';
export const BUTTON_STYLE =
  'style="display:inline-block;padding:10px 20px;border-radius:4px;background:#7b1e22;color:#fbf6ea;' +
  'font-weight:600;text-decoration:none"';

/** Builds a page that works when everything else fails: it loads no files, and all styles are in attributes. */
export function renderPlainPage({ heading, body }: PlainPage): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${heading} - Termbook</title>
<body style="margin:0;background:#fbf6ea;color:#231f1c;font:15px/24px -apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<header style="padding:16px 24px;background:#7b1e22;color:#fbf6ea;font:bold 18px/24px Georgia,'Noto Serif',serif">Termbook</header>
<div style="margin-top:3px;border-top:1px solid #7b1e22"></div>
<main style="max-width:500px;margin:12vh auto 0;padding:0 24px">
<h1 style="margin:0;font:bold 24px/32px Georgia,'Noto Serif',serif">${heading}</h1>
${body}
</main>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
