import { useRef, useState } from 'react'

/** Runs one request at a time: `busy` until it ends, `error` if it failed, null again at the next try. */
export function useSubmit() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  /**
   * Resolves to the request's result, null without one.
   * @param settles deals with a failure that is then not shown as an error, such as a conflict
   */
  const submit = async <T>(
    request: () => Promise<T>,
    settles: (failure: unknown) => boolean = () => false,
  ): Promise<T | null> => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setError(null)
    try {
      return await request()
    } catch (failure) {
      if (!settles(failure)) setError(failure)
      return null
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, error, submit }
}
