/** Whether this browser can be asked for a passkey at all (WebAuthn). */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'credentials' in navigator;
}
