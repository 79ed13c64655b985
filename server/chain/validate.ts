// Whether a text is an address. Pure, with no import of Node.

/** The Bitcoin networks; addresses of test networks and of regtest look alike but for `bcrt`. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest';

export type AddressCheck =
  /** `address` is the normal form: bech32 in lower case, base58 as it is, Ethereum with the checksum of EIP-55. */
  | { kind: 'ok'; address: string }
  | { kind: 'malformed' }
  /** A sound address, but of the network that is named. */
  | { kind: 'wrongNetwork'; network: 'bitcoin' | 'bitcoin-testnet' | 'bitcoin-regtest' | 'ethereum' }
  /** It has the form of an address, but a character is wrong. */
  | { kind: 'badChecksum' };
