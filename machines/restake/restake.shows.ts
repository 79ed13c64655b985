// What the screens say of the choice that is made for a stake (D-10, D-24, D-26).
import { isZero } from '#money/amount.ts';
import { formatPercent } from '#money/percent.ts';
import { amount, fact, stageOf, type Fact, type Farewells, type Said, type Shows } from '../chart/facts.ts';
import { receiptSample } from '../chart/samples.ts';
import { opened } from '../confirmation/open-draft.ts';
import type { RestakeContext, RestakeDraft } from './restake.types.ts';

/** What is zero is left out. */
function parts(usdt: string, mp: string): readonly Said[] {
  if (isZero(usdt) && isZero(mp)) return [{ key: 'restake:nothing' }];
  return [...(isZero(usdt) ? [] : [amount(usdt, 'USDT')]), ...(isZero(mp) ? [] : [amount(mp, 'MP')])];
}

const moved = ({ stake, choice }: RestakeDraft): readonly Fact[] => [
  fact('restake:stake', stageOf(stake.stage)),
  fact('restake:review.choice', { key: `restake:option.${choice.option}` }),
  fact('restake:staked', ...parts(choice.stakedUsdt, choice.stakedMp)),
  fact('restake:returned', ...parts(choice.returnedUsdt, choice.returnedMp)),
];

export const restakeShows: Shows<RestakeContext> = {
  'restake-review': (context) => {
    const { draft } = opened(context);
    const { endsAt, dailyRate } = draft.choice;
    return [
      ...moved(draft),
      fact('restake:review.fee', { key: 'restake:review.noFee' }),
      ...(endsAt === null ? [] : [fact('restake:until', { day: endsAt })]),
      ...(dailyRate === null
        ? []
        : [fact('restake:dailyRate', { key: 'restake:daily', with: { percent: formatPercent(dailyRate) } })]),
    ];
  },
  'confirmation-code': (context) => moved(opened(context).draft),
};

/** The receipt of `draft`, by which something is staked again. */
export function restakeFarewells(id: string, { stake, choice }: RestakeDraft): Farewells<RestakeContext> {
  const { stakedUsdt, stakedMp, amountUsd } = choice;
  const begun = {
    ...stake,
    receiptId: id,
    state: 'running' as const,
    stakedUsdt,
    stakedMp,
    amountUsd,
    accruedMp: '0',
    previousId: stake.id,
    endsAt: choice.endsAt ?? stake.endsAt,
  };
  return {
    decided: {
      receipt: {
        ...receiptSample({ id, kind: 'restake', asset: 'MP', amount: `-${stakedMp}` }),
        stage: stake.stage,
        stake: begun,
      },
      shows: (context) => {
        const { draft } = opened(context);
        return [
          fact('receipt:facts.gross', amount(draft.choice.stakedMp, 'MP')),
          fact('receipt:facts.stage', stageOf(draft.stake.stage)),
          fact('staking:staked', ...parts(draft.choice.stakedUsdt, draft.choice.stakedMp)),
        ];
      },
    },
  };
}
