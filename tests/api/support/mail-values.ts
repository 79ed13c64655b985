/** What mails about money say besides. */
export const MONEY_VALUES = {
  amount: '400',
  asset: 'USDT',
  fee: '40',
  net: '360',
  network: 'Ethereum',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  recipient: 'demo2fa',
  sender: 'demo2fa',
  received: '0.1',
  counterAsset: 'BTC',
  reference: 'W-7K2M-9QXD',
  completesAt: '2026-12-01 04:05:06',
  transaction: 'a1b2c3',
  minimum: '100',
};
