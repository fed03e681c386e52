import type { CSSProperties } from 'react'

/** A share of 0 to 1 as a bar, with its number beside it. */
export const ShareBar = ({ share, bad = false }: { readonly share: number; readonly bad?: boolean }) => (
  <span className={bad ? 'share-bar is-bad' : 'share-bar'} style={{ '--share': share } as CSSProperties} />
)
