// Months of sales, worked out slowly: every leg is walked again for every seat, and nothing is stored but what
// happened.
import {
  add,
  compare,
  divideFloor,
  floorTo,
  isPositive,
  larger,
  multiply,
  smaller,
  subtract,
  sum,
  type Amount,
} from '#money/amount.ts';
import { monthAfter, monthEnd, monthOf, type Month } from '#server/domain/bonuses/months.ts';

export interface Rules {
  binaryBonusOn: boolean;
  binaryBonusRate: Amount;
  binaryCapUsd: Amount | null;
  principalPointsShare: Amount;
  principalCeilingUsd: Amount;
  restakeVolumeShare: Amount;
}

export interface Seat {
  readonly seatNo: number;
  readonly memberId: string;
  readonly parentNo: number | null;
  readonly side: 'left' | 'right' | null;
}

export interface Stake {
  readonly id: string;
  readonly memberId: string;
  readonly amountUsd: Amount;
  readonly stakedUsdt: Amount;
  /** What was paid for it, directly or by the stake before. */
  readonly principalUsd: Amount;
  readonly startedAt: Date;
  endedAt: Date | null;
}

interface Volume {
  readonly seatNo: number;
  readonly usd: Amount;
  readonly month: Month;
}

/** A month of a seat: what the legs brought, and what was made of it. */
export interface SeatMonth {
  left: [before: Amount, added: Amount];
  right: [before: Amount, added: Amount];
  matched: Amount;
  bonus: Amount;
  usdt: Amount;
  pp: Amount;
}

const CENTS = 2;
const MICROS = 6;
export const LEADER_USD = '800';
export const CHAIRPERSON_USD = '3000';

export class MonthsModel {
  readonly seats: Seat[] = [];
  readonly stakes: Stake[] = [];
  readonly usdtRate: Amount;
  closedThrough: Month | null = null;
  /** How many months were closed, and bonuses paid. */
  closed = 0;
  paid = 0;
  rules: Rules;
  private readonly rulesOfMonths = new Map<Month, Rules>();
  private readonly volumes: Volume[] = [];
  private readonly carried = new Map<number, { left: Amount; right: Amount }>();
  private readonly wallets = new Map<string, { USDT: Amount; PP: Amount }>();

  constructor(rules: Rules, usdtRate: Amount) {
    this.rules = rules;
    this.usdtRate = usdtRate;
  }

  wallet(memberId: string): { USDT: Amount; PP: Amount } {
    return this.wallets.get(memberId) ?? { USDT: '0', PP: '0' };
  }

  give(memberId: string, { usdt = '0', pp = '0' }: { usdt?: Amount; pp?: Amount }): void {
    const { USDT, PP } = this.wallet(memberId);
    this.wallets.set(memberId, { USDT: add(USDT, usdt), PP: add(PP, pp) });
  }

  /** A month is over: it is calculated by the rules of its last moment, whenever that happens. */
  endOfMonth(month: Month): void {
    this.rulesOfMonths.set(month, this.rules);
  }

  sell(stake: Omit<Stake, 'endedAt'>): void {
    this.stakes.push({ ...stake, endedAt: null });
    this.count(stake.memberId, stake.principalUsd, stake.startedAt);
  }

  /** What happens to a stake; the new one, if there is one, has this id. */
  choose(
    stake: Stake,
    option: 'full' | 'mpOnly' | 'withdraw',
    next: { id: string; amountUsd: Amount } | null,
    at: Date,
  ): void {
    stake.endedAt = at;
    if (option !== 'full') this.give(stake.memberId, { usdt: stake.stakedUsdt });
    if (next === null) return;
    const [principalUsd, stakedUsdt] = option === 'full' ? [stake.principalUsd, stake.stakedUsdt] : ['0', '0'];
    this.stakes.push({ ...stake, ...next, principalUsd, stakedUsdt, startedAt: at, endedAt: null });
    this.count(stake.memberId, multiply(principalUsd, this.rules.restakeVolumeShare), at);
  }

  private count(memberId: string, usd: Amount, at: Date): void {
    const seat = this.seats.find((each) => each.memberId === memberId);
    const counted = floorTo(usd, CENTS);
    if (seat === undefined || !isPositive(counted)) return;
    const first = this.closedThrough === null ? monthOf(at) : monthAfter(this.closedThrough);
    this.volumes.push({ seatNo: seat.seatNo, usd: counted, month: first > monthOf(at) ? first : monthOf(at) });
  }

  /** The month that is closed next; null before the first sale. */
  nextMonth(): Month | null {
    if (this.closedThrough !== null) return monthAfter(this.closedThrough);
    return this.volumes.map(({ month }) => month).sort()[0] ?? null;
  }

  private below(seatNo: number, side: 'left' | 'right', isCounted: (volume: Volume) => boolean): Amount {
    const child = this.seats.find((seat) => seat.parentNo === seatNo && seat.side === side);
    if (child === undefined) return '0';
    const own = this.volumes.filter((volume) => volume.seatNo === child.seatNo && isCounted(volume));
    const legs = (['left', 'right'] as const).map((leg) => this.below(child.seatNo, leg, isCounted));
    return sum([...own.map(({ usd }) => usd), ...legs]);
  }

  rankOf({ seatNo }: Seat): string {
    const [left, right] = (['left', 'right'] as const).map((side) => this.below(seatNo, side, () => true));
    const weaker = smaller(left ?? '0', right ?? '0');
    if (compare(weaker, CHAIRPERSON_USD) >= 0) return 'chairperson';
    return compare(weaker, LEADER_USD) >= 0 ? 'leader' : 'member';
  }

  /** Calculates and pays the next month. */
  close(month: Month): { months: Map<number, SeatMonth>; rounding: Amount } {
    this.closedThrough = month;
    this.closed += 1;
    const rules = this.rulesOfMonths.get(month) ?? this.rules;
    const months = new Map(this.seats.map((seat) => [seat.seatNo, this.monthOfSeat(seat, month, rules)]));
    for (const { seatNo, memberId } of this.seats) {
      const { left, right, matched, usdt, pp } = months.get(seatNo) as SeatMonth;
      const rest = ([before, added]: [Amount, Amount]) => subtract(add(before, added), matched);
      this.carried.set(seatNo, { left: rest(left), right: rest(right) });
      this.give(memberId, { usdt, pp });
      if (isPositive(usdt) || isPositive(pp)) this.paid += 1;
    }
    const rounded = [...months.values()].map(({ bonus, pp, usdt }) =>
      subtract(subtract(bonus, pp), multiply(usdt, this.usdtRate)),
    );
    return { months, rounding: divideFloor(sum(rounded), this.usdtRate, MICROS) };
  }

  private monthOfSeat({ seatNo, memberId }: Seat, month: Month, rules: Rules): SeatMonth {
    const before = this.carried.get(seatNo) ?? { left: '0', right: '0' };
    const legOf = (side: 'left' | 'right'): [Amount, Amount] => [
      before[side],
      this.below(seatNo, side, (volume) => volume.month === month),
    ];
    const [left, right] = [legOf('left'), legOf('right')];
    const end = monthEnd(month);
    const held = this.stakes.filter(
      (stake) =>
        stake.memberId === memberId && stake.startedAt < end && (stake.endedAt === null || stake.endedAt >= end),
    );
    const matched = rules.binaryBonusOn && held.length > 0 ? smaller(add(...left), add(...right)) : '0';
    const full = multiply(matched, rules.binaryBonusRate);
    const bonus = rules.binaryCapUsd === null ? full : smaller(full, rules.binaryCapUsd);
    const principal = sum(held.map(({ principalUsd }) => principalUsd));
    const room = larger(subtract(rules.principalCeilingUsd, add(principal, this.wallet(memberId).PP)), '0');
    const pp = floorTo(smaller(multiply(bonus, rules.principalPointsShare), room), MICROS);
    return { left, right, matched, bonus, pp, usdt: divideFloor(subtract(bonus, pp), this.usdtRate, MICROS) };
  }
}
