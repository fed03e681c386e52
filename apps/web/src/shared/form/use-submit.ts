import { useRef, useState } from 'react'

/** Runs one request at a time: `busy` until it ends, `error` if it failed, null again at the next try. */
export function useSubmit() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async (request: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      await request()
    } catch (failure) {
      setError(failure)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, error, submit }
}
