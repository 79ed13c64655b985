import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { CoinMark, KindMark, StageMark } from '#src/ui/member-marks.tsx';

/** Names are beside the marks: each thing has its own mark, hidden from screen readers. */

afterEach(cleanup);

const { Asset, ReceiptKind } = description.components.schemas;
const STAGES = [1, 2, 3, 4, 5, 6, 7, 8];

const drawn = (marks: readonly React.ReactNode[]) => marks.map((mark) => render(<>{mark}</>).container.innerHTML);

describe('a mark', () => {
  it('is there for each asset, another for each', () => {
    const all = drawn(Asset.enum.map((asset) => <CoinMark key={asset} unit={asset as 'BTC'} />));
    expect(new Set(all).size).toBe(Asset.enum.length);
  });

  it('is there for each stage, another for each', () => {
    expect(new Set(drawn(STAGES.map((stage) => <StageMark key={stage} stage={stage} />))).size).toBe(STAGES.length);
  });

  it('is there for each kind of record', () => {
    for (const mark of drawn(ReceiptKind.enum.map((kind) => <KindMark key={kind} kind={kind as 'deposit'} />)))
      expect(mark).toContain('<path d="M');
  });

  it('is silent', () => {
    for (const mark of drawn([
      <CoinMark key="c" unit="BTC" />,
      <StageMark key="s" stage={1} />,
      <KindMark key="k" kind="deposit" />,
    ]))
      expect(mark).toContain('aria-hidden="true"');
  });
});
