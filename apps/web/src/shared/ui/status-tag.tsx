import './status-tag.css'

/** Meaning of a state, shown as colour beside its word: never by colour alone. */
export type Tone = 'neutral' | 'active' | 'good' | 'warn' | 'bad'

/** A tag of our own: lists have one in every row. */
export function StatusTag({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return <span className={`status-tag is-${tone}`}>{text}</span>
}
