import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import { readableRate } from '#money/rate.ts';
import { exact } from '#money/shown.ts';
import { WholeWords } from './whole-words.tsx';

interface RateProps {
  readonly from: Unit;
  readonly to: Unit;
  /** The exact amount of `to` for one `from`. */
  readonly rate: Amount;
}

/** A rate in the direction in which people read it; the exact rate of the computation is a press away (D-02). */
export function Rate({ from, to, rate }: RateProps) {
  const { t } = useTranslation('money');
  const [opened, setOpened] = useState(false);
  const { base, quote, value, isRounded } = readableRate({ from, to, rate });
  const readable = t('rate.text', { base, value, quote });
  if (!isRounded)
    return (
      <span className="tabular-nums">
        <WholeWords text={readable} />
      </span>
    );
  const full = t('rate.text', { base: from, value: exact(rate), quote: to });
  return (
    <button
      type="button"
      aria-pressed={opened}
      title={opened ? t('rate.readable') : t('rate.exactly', { rate: full })}
      onClick={() => setOpened(!opened)}
      className="unfolds cut tabular-nums"
    >
      <WholeWords text={opened ? full : readable} />
      <span className="sr-only"> {t('amount.exact')}</span>
    </button>
  );
}
