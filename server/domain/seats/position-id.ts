const POSITION_DIGITS = 6;

/** A seat number as it is displayed, for example `P-000042`. */
export function positionId(seatNo: number): string {
  return `P-${String(seatNo).padStart(POSITION_DIGITS, '0')}`;
}
