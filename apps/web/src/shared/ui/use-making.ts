import { useEffect, useEffectEvent, useState } from 'react'

/** How much of a file is made. */
export interface Making {
  readonly done: number
  /** Null: not known yet. */
  readonly of: number | null
}

const everyMs = 700

/** Asks again and again while it is given something to ask; null: nothing is asked, or nothing known. An answer that fails is none. */
export function useMaking(ask: ((signal: AbortSignal) => Promise<Making>) | undefined): Making | null {
  const [making, setMaking] = useState<Making | null>(null)
  const isAsked = ask !== undefined
  const askOnce = useEffectEvent((signal: AbortSignal) => {
    ask?.(signal).then(
      (answer) => {
        if (!signal.aborted && answer.of !== null) setMaking(answer)
      },
      () => undefined,
    )
  })
  useEffect(() => {
    if (!isAsked) return
    const control = new AbortController()
    const timer = setInterval(() => askOnce(control.signal), everyMs)
    return () => {
      clearInterval(timer)
      control.abort()
    }
  }, [isAsked])
  return isAsked ? making : null
}
