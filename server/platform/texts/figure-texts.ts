import { FIGURES } from '#openapi/figures.ts';

/** The server's figures by the names that mails and the club's texts have for them, such as `{holdHours}`. */
export const FIGURE_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FIGURES).map(([name, figure]) => [name, String(figure)]),
);
