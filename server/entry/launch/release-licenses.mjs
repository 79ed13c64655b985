/**
 * The file THIRD-PARTY-LICENSES.txt of a release: the packages that are in it, and the text that each of their licenses
 * asks to go along.
 */

/** What MIT says, for packages that name it without its text. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const RULE = '='.repeat(80);

/** @param {import('./shipped-packages.mjs').Shipped[]} packages */
export function licensesText(packages) {
  const lines = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  const parts = [
    `This release of Perch contains the packages below. Each stays under its own license, which follows the list.\n\n${lines.join('\n')}\n`,
    ...[...byText(packages)].map(([text, of]) => `${of.join('\n')}\n\n${text}\n`),
  ];
  return parts.join(`\n${RULE}\n`);
}

/** Packages of one author share a text. */
function byText(packages) {
  const texts = new Map();
  for (const each of packages) {
    const text = textOf(each, packages);
    texts.set(text, [...(texts.get(text) ?? []), `${each.name} ${each.version}`]);
  }
  return texts;
}

function textOf({ name, license, texts, manifest }, packages) {
  if (texts.length > 0) return texts.map(({ text }) => text.replaceAll('\r\n', '\n').trim()).join('\n\n');
  const holder = `Copyright (c) ${holderOf(manifest) ?? `the authors of ${name}`}`;
  if (license === 'MIT') return `${holder}\n\n${MIT}`;
  const other = packages.find((each) => each.license === license && each.texts.length > 0);
  if (other === undefined)
    throw new Error(`No package that is shipped has the text of ${license}, which ${name} names`);
  return `${holder}\n\nThe text of ${license} is that of ${other.name} in this file.`;
}

function holderOf({ author, repository }) {
  const person = typeof author === 'string' ? author : author?.name;
  const place = typeof repository === 'string' ? repository : repository?.url;
  return person ?? place ?? null;
}
