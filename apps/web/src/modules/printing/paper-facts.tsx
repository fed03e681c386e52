import type { ReactNode } from 'react'

export interface PaperFact {
  readonly key: string
  readonly word: string
  readonly value: ReactNode
  /** Takes the whole line. */
  readonly wide?: boolean
}

/** Words and values above a table, two in a line. */
export function PaperFacts({ facts }: { readonly facts: readonly PaperFact[] }) {
  return (
    <dl className="paper-facts">
      {facts.map(({ key, word, value, wide = false }) => (
        <div key={key} className={wide ? 'is-wide' : ''}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Lines to sign on, side by side. */
export function Signatures({ words }: { readonly words: readonly string[] }) {
  return (
    <ul className="paper-signatures">
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  )
}
