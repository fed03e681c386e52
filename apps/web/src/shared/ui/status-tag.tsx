import './status-tag.css'

/** Meaning of a status, shown by colour in addition to its text, never by colour alone. */
export type Tone = 'neutral' | 'active' | 'good' | 'warn' | 'bad'

/** A light tag of our own, because lists have one in every row. */
export function StatusTag({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return <span className={`status-tag is-${tone}`}>{text}</span>
}
