const ADDRESS = "/app/unsent/names";

/** The titles of sheets by their save addresses; without the server no title is known. */
export async function sheetTitles(sheets: readonly string[]): Promise<Record<string, string>> {
  try {
    const rows = sheets.map((sheet) => ({ sheet, rows: [] }));
    const answer = await fetch(ADDRESS, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ sheets: rows }),
    });
    const body: unknown = answer.ok ? await answer.json() : null;
    return titlesIn(body);
  } catch {
    return {};
  }
}

function titlesIn(body: unknown): Record<string, string> {
  if (typeof body !== "object" || body === null || !("sheets" in body) || !Array.isArray(body.sheets))
    return {};
  return Object.fromEntries(
    body.sheets.map(({ sheet, title }: { sheet: string; title: string }) => [sheet, title]),
  );
}
