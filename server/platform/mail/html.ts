import type { Culture } from '#openapi/cultures.ts';
// A mail as HTML: the same words as its text, in the one look that all mails of the product have. Mail programs know
// little of style sheets, so styles are inline; the sheet only turns the colors round where it is dark.
// Nothing is loaded from anywhere, so nobody learns when a mail was opened.

/** What a mail says, part by part, with all values filled in. */
export interface MailParts {
  culture: Culture;
  subject: string;
  greeting: string;
  /** The line with the member's phrase, by which a genuine mail is known. */
  phrase: string | null;
  text: string;
  code: string | null;
  link: { address: string; label: string } | null;
  facts: string;
  advice: string;
  /** The page of the product that it leads to. */
  page: { label: string; address: string } | null;
  /** The link by which a member who did not do this stops everything; null in mails that tell of no change. */
  freeze: { text: string; address: string; label: string } | null;
  closing: string;
  /** Addresses below it become links; nothing else that looks like one does. */
  origin: string;
}

/** The colors of the product's themes (src/styles/themes.css), since mail programs don't know `oklch()`. */
const LIGHT = {
  page: '#f5f4ed',
  card: '#fefdfa',
  text: '#142621',
  muted: '#465752',
  line: '#e5e3d9',
  strong: '#025240',
  onStrong: '#f9fbf3',
};
const DARK = {
  page: '#0e1a18',
  card: '#192623',
  text: '#e7e9e0',
  muted: '#a9b8b1',
  line: '#2d3b38',
  strong: '#89dbb9',
  onStrong: '#04231b',
};

const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI','Hiragino Sans','Noto Sans CJK JP','PingFang SC','Microsoft YaHei',sans-serif";
const CODE_FONT = 'font-family:ui-monospace,Menlo,Consolas,monospace';

/**
 * Apple Mail makes links of telephone numbers, dates and addresses where it overlooks that it must not: such a link
 * looks like the words around it, and nothing happens if it is pressed.
 */
const FOUND_SHEET =
  'a[x-apple-data-detectors] { color: inherit !important; font: inherit !important; text-decoration: none !important; pointer-events: none !important }';

const DARK_SHEET = `@media (prefers-color-scheme: dark) {
.page { background-color: ${DARK.page} !important }
.card { background-color: ${DARK.card} !important; border-color: ${DARK.line} !important }
.text, .code { color: ${DARK.text} !important }
.muted { color: ${DARK.muted} !important }
.name, a { color: ${DARK.strong} !important }
.code, .facts { border-color: ${DARK.line} !important }
.button { background-color: ${DARK.strong} !important; color: ${DARK.onStrong} !important }
}`;

/** Writes the whole document. */
export function mailHtml(parts: MailParts): string {
  const { culture, subject, greeting, phrase, text, code, link, facts, advice, page, freeze, closing, origin } = parts;
  const paragraph = (words: string) =>
    `<p class="text" style="margin:0 0 16px;color:${LIGHT.text}">${linked(words, origin).replaceAll('\n', '<br>')}</p>`;
  // What the member wrote never becomes a link.
  const plainParagraph = (words: string) =>
    `<p class="text" style="margin:0 0 16px;color:${LIGHT.text};font-weight:600">${escapeHtml(words)}</p>`;
  const rows = [
    paragraph(greeting),
    ...(phrase === null ? [] : [plainParagraph(phrase)]),
    paragraph(text),
    ...(code === null ? [] : [codeBox(code)]),
    ...(link === null ? [] : [button(link)]),
    `<p class="muted facts" style="margin:0 0 16px;padding:12px 0;border-top:1px solid ${LIGHT.line};border-bottom:1px solid ${LIGHT.line};color:${LIGHT.muted};font-size:14px">${escapeHtml(facts).replaceAll('\n', '<br>')}</p>`,
    paragraph(advice),
    ...(freeze === null ? [] : [paragraph(freeze.text), button(freeze)]),
    ...(page === null ? [] : [paragraph(`${page.label}\n${page.address}`)]),
  ];
  return `<!doctype html>
<html lang="${culture}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>:root { color-scheme: light dark; supported-color-schemes: light dark }
${FOUND_SHEET}
${DARK_SHEET}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${LIGHT.page}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.page}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;${FONT};font-size:16px;line-height:1.6;text-align:left">
<tr><td class="name" style="padding:0 8px 16px;color:${LIGHT.strong};font-size:24px;font-weight:600" lang="en" translate="no">Perch</td></tr>
<tr><td class="card" style="padding:28px 24px 12px;background-color:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:16px">
<h1 class="text" style="margin:0 0 20px;color:${LIGHT.text};font-size:20px;line-height:1.4;font-weight:600">${escapeHtml(subject)}</h1>
${rows.join('\n')}
</td></tr>
<tr><td class="muted" style="padding:16px 8px;color:${LIGHT.muted};font-size:13px">${linked(closing, origin).replaceAll('\n', '<br>')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** The digits stand apart for the eye only: copied, the code is as it must be typed. */
function codeBox(code: string): string {
  const style = `margin:0 0 16px;padding:16px 8px;border:1px solid ${LIGHT.line};border-radius:12px;color:${LIGHT.text};${CODE_FONT};font-size:32px;line-height:1.2;font-weight:700;letter-spacing:0.25em;text-align:center`;
  return `<p class="code" style="${style}">${escapeHtml(code)}</p>`;
}

/** A button, and the bare address for who can't press it or wants to see where it leads. */
function button({ address, label }: { address: string; label: string }): string {
  const target = escapeHtml(address);
  const style = `display:inline-block;padding:12px 24px;border-radius:12px;background-color:${LIGHT.strong};color:${LIGHT.onStrong};font-weight:600;text-decoration:none`;
  return [
    `<p style="margin:0 0 16px"><a class="button" href="${target}" style="${style}">${escapeHtml(label)}</a></p>`,
    `<p class="muted" style="margin:0 0 16px;color:${LIGHT.muted};font-size:14px;word-break:break-all">${anchor(target)}</p>`,
  ].join('\n');
}

/**
 * A text with the addresses of the product in it as links. What members wrote, such as their names, never becomes one.
 */
function linked(text: string, origin: string): string {
  const base = escapeHtml(origin).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return escapeHtml(text).replace(new RegExp(`${base}/[A-Za-z0-9/]+(\\?culture=[A-Za-z-]+)?`, 'g'), (address) =>
    anchor(address),
  );
}

/** @param address escaped already */
function anchor(address: string): string {
  return `<a href="${address}" style="color:${LIGHT.strong}">${address}</a>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
