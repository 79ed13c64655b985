// The pages of the outbox: plain English HTML for the operator of a local Perch.
import { momentText } from '#server/platform/mail/render.ts';
import { escapeHtml } from '#server/platform/mail/html.ts';
import type { KeptMail, MailLine } from '#server/platform/mail/kept-mails.ts';

export const OUTBOX_PATH = '/outbox';
export const STYLE_PATH = `${OUTBOX_PATH}/outbox.css`;

/** The colors of the product's themes. */
export const OUTBOX_STYLE = `:root { color-scheme: light dark; --page: #f5f4ed; --card: #fefdfa; --text: #142621; --muted: #465752; --line: #e5e3d9; --strong: #025240 }
@media (prefers-color-scheme: dark) { :root { --page: #0e1a18; --card: #192623; --text: #e7e9e0; --muted: #a9b8b1; --line: #2d3b38; --strong: #89dbb9 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.3 }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem }
p, dl { max-width: 42rem }
a { color: var(--strong); text-underline-offset: 0.2em }
a:focus-visible, iframe:focus-visible, pre:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line) }
th, td { padding: 0.75rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere }
td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums }
td a { display: inline-block; min-height: 24px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem }
dt { color: var(--muted) }
dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 44rem; border: 1px solid var(--line); background: var(--card) }
pre { padding: 1rem; background: var(--card); border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere }
.note { padding: 0.75rem 1rem; background: var(--card); border: 1px solid var(--line) }
@media (max-width: 40rem) { table, tbody, tr, td { display: block } thead { position: absolute; clip-path: inset(50%) } tr { border-top: 1px solid var(--line) } td { border: 0; padding: 0.25rem 0.75rem } }
`;

/** The list of mails. */
export function listPage(list: { mails: MailLine[]; more: boolean; first: boolean }): string {
  const { mails, more, first } = list;
  const last = mails.at(-1);
  const rows = mails.map(
    ({ id, at, recipient, subject }) =>
      `<tr><td><time datetime="${at.toISOString()}">${momentText(at)}</time></td><td>${escapeHtml(recipient)}</td><td><a href="${OUTBOX_PATH}/${id}">${escapeHtml(subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th scope="col">Time (UTC)</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const ways = [
    ...(first ? [] : [`<a href="${OUTBOX_PATH}">Newest</a>`]),
    ...(more && last !== undefined ? [`<a href="${OUTBOX_PATH}?after=${last.id}">Older</a>`] : []),
  ];
  return page('Outbox', [
    '<h1>Outbox</h1>',
    `<p>No mail server is configured, so Perch sends no mails: it keeps them here, where you read the codes and links that members would get. Set <code>SMTP_URL</code> to send them; this page is then gone. It is answered to this machine only and never in production.</p>`,
    `<p>Codes and links are wiped once they have run out. <a href="${OUTBOX_PATH}">Look for new mails</a></p>`,
    mails.length === 0 ? '<p class="note">There are no mails yet.</p>' : table,
    ...(ways.length === 0 ? [] : [`<p>${ways.join(' · ')}</p>`]),
  ]);
}

/** One mail, as HTML in a frame where no script can run, and as text. */
export function mailPage(mail: KeptMail, origin: string): string {
  const { id, at, recipient, subject, kind, culture, body, html, eml, wipedAt } = mail;
  const facts = [
    ['To', escapeHtml(recipient)],
    ['Time (UTC)', `<time datetime="${at.toISOString()}">${momentText(at)}</time>`],
    ['Kind', escapeHtml(kind)],
    ['Language', escapeHtml(culture)],
  ].map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  const content =
    wipedAt === null
      ? [
          ...(html === ''
            ? []
            : [
                '<h2>As HTML</h2>',
                `<iframe src="${OUTBOX_PATH}/${id}/html" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
              ]),
          '<h2>As text</h2>',
          `<pre tabindex="0" lang="${escapeHtml(culture)}">${linked(body, origin)}</pre>`,
          ...(eml === null
            ? []
            : [`<p><a href="${OUTBOX_PATH}/${id}/message">The whole message, with its headers</a></p>`]),
        ]
      : [
          `<p class="note">The code or link of this mail has run out, so what it said was wiped at ${momentText(wipedAt)} (UTC).</p>`,
        ];
  return page(subject, [
    `<p><a href="${OUTBOX_PATH}">All mails</a></p>`,
    `<h1 lang="${escapeHtml(culture)}">${escapeHtml(subject)}</h1>`,
    `<dl>${facts.join('')}</dl>`,
    ...content,
  ]);
}

/** The answer if there is no such mail. */
export function missingPage(): string {
  return page('Not found', [
    '<h1>There is no such mail</h1>',
    `<p>It may have been swept: mails are kept for 90 days. <a href="${OUTBOX_PATH}">All mails</a></p>`,
  ]);
}

/** The mail for its frame; its links open outside the frame. */
export function frameDocument(mail: KeptMail): string {
  return mail.html.replace('<head>', '<head>\n<base target="_blank">');
}

function page(title: string, content: string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Perch outbox</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
${content.join('\n')}
</main>
</body>
</html>
`;
}

/** A text with the product's own addresses as links. */
function linked(text: string, origin: string): string {
  const base = escapeHtml(origin).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return escapeHtml(text).replace(
    new RegExp(`${base}/[A-Za-z0-9/?#=%_-]+`, 'g'),
    (address) => `<a href="${address}">${address}</a>`,
  );
}
