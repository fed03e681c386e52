import type { ReactNode } from 'react'

interface Props {
  readonly facts: readonly (readonly [word: string, value: ReactNode])[]
  readonly className?: string
}

/** Labels with their values. */
export function Facts({ facts, className }: Props) {
  return (
    <dl className={className}>
      {facts.map(([word, value]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
