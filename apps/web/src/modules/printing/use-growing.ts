import { startTransition, useEffect, useState } from 'react'

/**
 * Number of the `total` parts to render: `step` more in each frame, so that a page stays usable while it renders
 * thousands of labels.
 * @param subject a change restarts the count
 */
export function useGrowing(total: number, step: number, subject: string): number {
  const [state, setState] = useState({ drawn: 0, subject })
  if (state.subject !== subject) setState({ drawn: 0, subject })
  const drawn = state.subject === subject ? Math.min(state.drawn, total) : 0
  useEffect(() => {
    if (drawn >= total) return undefined
    // A timer beside the frame: a page in the background gets no frames, but should be ready when looked at.
    const go = () => startTransition(() => setState((now) => ({ ...now, drawn: now.drawn + step })))
    const timer = setTimeout(go, 8)
    return () => clearTimeout(timer)
  }, [drawn, total, step])
  return drawn
}
