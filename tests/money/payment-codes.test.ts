import { describe, expect, it } from 'vitest';
import { readPaymentCode, type PaymentWanted } from '#money/payment-codes.ts';
import { bitcoinUri, etherUri, tokenUri } from '#server/domain/chain/payment-uri.ts';

const PAYEE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const OTHER_TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const btc: PaymentWanted = { asset: 'BTC', network: 'bitcoin', development: false };
const eth: PaymentWanted = { asset: 'ETH', network: 'ethereum', development: false };
const usdt: PaymentWanted = { asset: 'USDT', network: 'ethereum', development: false };

const found = (address: string) => ({ kind: 'address', address });
const refused = (why: string) => ({ kind: 'refused', why });

describe('a payment code', () => {
  it('is an address alone, whatever blanks are around it', () => {
    expect(readPaymentCode(` ${PAYEE}\n`, eth)).toEqual(found(PAYEE));
    expect(readPaymentCode(BITCOIN, btc)).toEqual(found(BITCOIN));
  });

  it('gives the payee of the links that the club itself draws', () => {
    expect(readPaymentCode(bitcoinUri(BITCOIN, '0.25'), btc)).toEqual(found(BITCOIN));
    expect(readPaymentCode(etherUri(PAYEE, { amount: '1.5', chainId: 1 }), eth)).toEqual(found(PAYEE));
    expect(readPaymentCode(tokenUri(PAYEE, { amount: '400', chainId: 1, contract: TOKEN }), usdt)).toEqual(
      found(PAYEE),
    );
  });

  it('is read whatever the letter case of its scheme, as in codes of capital letters', () => {
    expect(readPaymentCode(`BITCOIN:${BITCOIN.toUpperCase()}?AMOUNT=1`, btc)).toEqual(found(BITCOIN.toUpperCase()));
  });

  it.each([
    ['a transfer of a token without a payee', `ethereum:${TOKEN}/transfer?uint256=1`, usdt, 'unknown'],
    ['a transfer with two payees', `ethereum:${TOKEN}/transfer?address=${PAYEE}&address=${TOKEN}`, usdt, 'unknown'],
    ['a transfer to a name', `ethereum:${TOKEN}/transfer?address=mika.eth`, usdt, 'unknown'],
    ['another call of a contract', `ethereum:${TOKEN}/approve?address=${PAYEE}`, usdt, 'unknown'],
    ['a name', 'ethereum:mika.eth', eth, 'unknown'],
    ['what must be understood and is not', `bitcoin:${BITCOIN}?req-lock=5`, btc, 'unknown'],
    ['a web page', 'https://perch.example/Signup?introducer=Q9Z8Y7X6', usdt, 'unknown'],
    ['a link without an address', 'bitcoin:?amount=1', btc, 'unknown'],
    ['a note', 'Pay to Mika', usdt, 'unknown'],
    ['nothing', '', usdt, 'unknown'],
    ['a very long word', 'a'.repeat(129), usdt, 'unknown'],
    ['an address with hidden signs', `${PAYEE}\u200b`, usdt, 'unknown'],
    ['Bitcoin where Ethereum is asked for', bitcoinUri(BITCOIN, '1'), usdt, 'otherNetwork'],
    ['Ethereum where Bitcoin is asked for', `ethereum:${PAYEE}`, btc, 'otherNetwork'],
    ['another chain of the same addresses', `ethereum:${PAYEE}@137`, usdt, 'otherNetwork'],
    ['another token', `ethereum:${OTHER_TOKEN}@1/transfer?address=${PAYEE}`, usdt, 'otherAsset'],
    ['ether where a token is asked for', etherUri(PAYEE, { amount: '1', chainId: 1 }), usdt, 'otherAsset'],
    ['what must be understood, in capitals', `BITCOIN:${BITCOIN}?REQ-LOCK=5`, btc, 'unknown'],
    ['a token where ether is asked for', `ethereum:${TOKEN}@1/transfer?address=${PAYEE}`, eth, 'otherAsset'],
  ] as const)('is refused if it is %s', (_, text, wanted, why) => {
    expect(readPaymentCode(text, wanted)).toEqual(refused(why));
  });

  it('may name any chain where the network is a local one', () => {
    const code = etherUri(PAYEE, { amount: '1', chainId: 31_337 });
    expect(readPaymentCode(code, { ...eth, development: true })).toEqual(found(PAYEE));
    expect(readPaymentCode(code, eth)).toEqual(refused('otherNetwork'));
  });

  it('never gives the contract of a token as the payee', () => {
    for (const wanted of [btc, eth, usdt])
      for (const call of ['transfer', 'transferFrom', 'approve', ''])
        expect(readPaymentCode(`ethereum:${TOKEN}/${call}?address=${PAYEE}`, wanted)).not.toEqual(found(TOKEN));
  });
});
