import type { Recipient } from '#machines/transfer/transfer.types.ts';

/** Name and user name of who gets the money. */
export function RecipientName({ recipient: { name, username } }: { readonly recipient: Recipient }) {
  return (
    <span translate="no" className="break-all">
      <span className="block font-semibold">{name}</span>
      <span className="block text-sm font-normal text-muted">@{username}</span>
    </span>
  );
}
