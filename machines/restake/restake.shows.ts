// What the screens say about the choice for a stake (D-10, D-24, D-26).
import { isZero } from '#money/amount.ts';
import { formatPercent } from '#money/percent.ts';
import { amount, fact, refused, stageOf, type Fact, type EndReceipts, type Said, type Shows } from '../chart/facts.ts';
import { receiptSample } from '../chart/samples.ts';
import { opened } from '../confirmation/open-draft.ts';
import { reviewed } from '../confirmation/reviewed.ts';
import type { RestakeContext, RestakeDraft, Stake, StakeChoice } from './restake.types.ts';

/** Zero amounts are left out. */
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

/** What the stake holds and has brought. */
const held = ({ stakedUsdt, stakedMp, amountUsd, accruedMp, dailyRate, state }: Stake): readonly Fact[] => [
  fact('staking:staked', ...parts(stakedUsdt, stakedMp)),
  fact('staking:amountUsd', amount(amountUsd, 'USD')),
  fact('staking:accrued', amount(accruedMp, 'MP')),
  ...(state === 'running'
    ? [fact('staking:dailyRate', { key: 'staking:daily', with: { percent: formatPercent(dailyRate) } })]
    : []),
];

/** What a choice moves, on its card. */
const onCard = ({ option, stakedUsdt, stakedMp, returnedUsdt, returnedMp, dailyRate }: StakeChoice): Fact =>
  fact(
    `restake:option.${option}`,
    ...parts(stakedUsdt, stakedMp),
    ...parts(returnedUsdt, returnedMp),
    ...(dailyRate === null ? [] : [{ key: 'restake:daily', with: { percent: formatPercent(dailyRate) } }]),
  );

/** What is confirmed. */
const moving = (context: RestakeContext): readonly Fact[] => {
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
};

export const restakeShows: Shows<RestakeContext> = {
  'restake-options': ({ options, problem }) =>
    options === null ? [] : [...refused(problem), ...held(options.stake), ...options.choices.map(onCard)],
  'restake-running': ({ options }) => (options === null ? [] : held(options.stake)),
  'restake-decided': ({ options }) => (options === null ? [] : held(options.stake)),
  ...reviewed('restake-review', moving),
};

/** The receipt of a `draft` that stakes something again. */
export function restakeEndReceipts(id: string, { stake, choice }: RestakeDraft): EndReceipts<RestakeContext> {
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
          fact('receipt:facts.restaked', ...parts(draft.choice.stakedUsdt, draft.choice.stakedMp)),
          fact('receipt:facts.stage', stageOf(draft.stake.stage)),
          fact('staking:staked', ...parts(draft.choice.stakedUsdt, draft.choice.stakedMp)),
        ];
      },
    },
  };
}
