const focus = HTMLElement.prototype.focus;

/** The DOM of these tests has dialogs, but can neither open and close them nor keep the focus inside. */
export function teachDialogs(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  HTMLDialogElement.prototype.showModal = function showModal() {
    openers.set(this, document.activeElement);
    this.open = true;
    this.querySelector<HTMLElement>('button, input')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    const opener = openers.get(this);
    if (opener instanceof HTMLElement) opener.focus();
    this.dispatchEvent(new Event('close'));
  };
  HTMLElement.prototype.focus = function focusUnlessInert(options) {
    const modal = document.querySelector('dialog[open]');
    if (modal === null || modal.contains(this)) focus.call(this, options);
  };
}
