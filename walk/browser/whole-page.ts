// A picture of a whole page: elements fixed to the window, such as a phone's bar, would cover its middle.
import type { Page } from 'playwright-core';
import { secretNames } from '#walk/paths/secrets.ts';

/** Fields for secrets, whatever their names; a password is a secret even while it is shown. */
const SECRETS = [
  'input[type="password"]',
  'input[autocomplete$="password"]',
  'input[autocomplete="one-time-code"]',
  ...secretNames.map((name) => `input[name="${name}"]`),
].join();

/**
 * Takes a picture of the whole page. Dialogs stay where they are, above everything. Typed secrets appear as dots, since
 * pictures are passed on. The recorder's panel, which keeps counting, is left out: it isn't part of the product.
 */
export async function pictureOfWholePage(page: Page, path?: string): Promise<Buffer> {
  await page.evaluate(unfix);
  await page.evaluate(veil, SECRETS);
  try {
    return await page.screenshot({ ...(path === undefined ? {} : { path }), fullPage: true, animations: 'disabled' });
  } finally {
    await page.evaluate(fixAgain).catch(() => undefined);
  }
}

/**
 * Puts fixed elements, and those that stick to the foot of the window, into the page's normal flow, without reserved
 * space, and has drawn what the browser draws only near the window. What is seen only with the focus, such as the link
 * to the content, stays out of it. Element by element: the page's CSP allows no further style sheet.
 */
function unfix(): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { position, bottom, contentVisibility } = getComputedStyle(element);
    if (contentVisibility === 'auto') {
      element.dataset['drawn'] = element.style.contentVisibility;
      element.style.setProperty('content-visibility', 'visible', 'important');
    }
    const covers = position === 'fixed' || (position === 'sticky' && bottom !== 'auto');
    if (!covers || element.offsetWidth <= 1 || element.closest('dialog, [role="dialog"]') !== null) continue;
    element.dataset['unfixed'] = element.style.position;
    element.style.setProperty('position', 'static', 'important');
  }
  document.documentElement.style.setProperty('--perch-covered-bottom', '0px', 'important');
}

function veil(secrets: string): void {
  for (const panel of document.querySelectorAll<HTMLElement>('[data-recorder]')) panel.hidden = true;
  for (const field of document.querySelectorAll<HTMLInputElement>(secrets)) {
    field.dataset['veiled'] = field.style.getPropertyValue('-webkit-text-security');
    field.style.setProperty('-webkit-text-security', 'disc', 'important');
  }
}

function fixAgain(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('[data-recorder]')) panel.hidden = false;
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-veiled]')) {
    field.style.setProperty('-webkit-text-security', field.dataset['veiled'] ?? '');
    if (field.getAttribute('style') === '') field.removeAttribute('style');
    delete field.dataset['veiled'];
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-drawn]')) {
    element.style.contentVisibility = element.dataset['drawn'] ?? '';
    if (element.getAttribute('style') === '') element.removeAttribute('style');
    delete element.dataset['drawn'];
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-unfixed]')) {
    element.style.position = element.dataset['unfixed'] ?? '';
    if (element.getAttribute('style') === '') element.removeAttribute('style');
    delete element.dataset['unfixed'];
  }
  document.documentElement.style.removeProperty('--perch-covered-bottom');
}
