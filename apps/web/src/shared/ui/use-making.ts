import { useEffect, useEffectEvent, useState } from 'react'

/** Progress of the generation of a file. */
export interface Making {
  readonly done: number
  /** null: unknown yet. */
  readonly of: number | null
}

const everyMs = 700

/** Polls as long as it has a function to call; null: no polling, nothing known. A failed poll is ignored. */
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
