interface Props {
  readonly width: number
  readonly height: number
  readonly value: number
  /** End of the scale. */
  readonly end: number
  /** Target for now and for the end; null: not set. */
  readonly mark: number | null
  readonly plan: number | null
  readonly low: number | null
  readonly high: number | null
  readonly middle: number | null
}

/** Actual against plan, with the forecast range of the end. */
export function Bullet({ width, height, value, end, mark, plan, low, high, middle }: Props) {
  const at = (amount: number) => (Math.max(0, Math.min(amount, end)) / end) * width
  return (
    <svg className="chart bullet" width={width} height={height} aria-hidden="true">
      <rect className="track" width={width} height={height} rx={3} />
      {low !== null && high !== null && (
        <rect className="cone" x={at(low)} width={Math.max(2, at(high) - at(low))} height={height} />
      )}
      <rect className="done" y={height * 0.2} width={at(value)} height={height * 0.6} rx={2} />
      {middle !== null && <line className="expected" x1={at(middle)} x2={at(middle)} y1={0} y2={height} />}
      {plan !== null && <rect className="goal" x={at(plan) - 2} width={4} height={height} />}
      {mark !== null && <path className="due" d={`M${at(mark)} ${height * 0.28}l-6 ${-height * 0.28}h12z`} />}
    </svg>
  )
}
