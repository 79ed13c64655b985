/**
 * Runs in the page: a device refuses only where a path says so, in place of the browser. Whatever the browser itself
 * refuses is an error of the walk, told in the browser's words, which the app's screen leaves out.
 */
export function tellRefusals(): void {
  const { create, get } = CredentialsContainer.prototype;
  const told = async (asking: Promise<Credential | null>): Promise<Credential | null> => {
    try {
      return await asking;
    } catch (error) {
      const { name, message } = error as DOMException;
      // The page itself stops asking when it is left.
      if (name !== 'AbortError') {
        const state = `${document.visibilityState}, ${document.hasFocus() ? 'in focus' : 'not in focus'}`;
        console.error(`The browser refused to ask the device: ${name}: ${message} (${state})`);
      }
      throw error;
    }
  };
  Object.assign(CredentialsContainer.prototype, {
    create(this: CredentialsContainer, options?: CredentialCreationOptions) {
      return told(create.call(this, options));
    },
    get(this: CredentialsContainer, options?: CredentialRequestOptions) {
      return told(get.call(this, options));
    },
  });
}
