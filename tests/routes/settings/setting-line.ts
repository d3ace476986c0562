import type { SettingsPageLine, SettingsView } from "#features/settings/settings-page.tsx";

/** Finds the line of a setting by its title, in the data of the settings page. */
export function settingLine(body: unknown, title: string): SettingsPageLine | undefined {
  return (body as SettingsView).groups.flat().find((line) => line.title === title);
}
