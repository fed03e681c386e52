import type { WorkPiece } from '@cloud-factory/contract/work'
import { useCallback, useRef, useState } from 'react'
import { api } from '../../../shared/api.ts'
import { isRequestFailure } from '../../../shared/request.ts'
import { codeIn } from '../../../shared/scan/code.rules.ts'

/** What a scan brought. `unseen`: no network, so the piece is known by its code alone. */
export type Scan =
  | { readonly state: 'none' }
  | { readonly state: 'looking'; readonly code: string }
  | { readonly state: 'piece'; readonly code: string; readonly piece: WorkPiece }
  | { readonly state: 'unseen'; readonly code: string }
  | { readonly state: 'failed'; readonly code: string; readonly error: unknown }

const timeoutMs = 6000

/** Looks up scanned and typed codes; the last one counts. */
export function useScan() {
  const [scan, setScan] = useState<Scan>({ state: 'none' })
  const round = useRef(0)
  const look = useCallback(async (text: string) => {
    const code = codeIn(text)
    if (code === null) return
    const own = ++round.current
    setScan({ state: 'looking', code })
    const found = await find(code)
    if (round.current === own) setScan(found)
  }, [])
  const clear = useCallback(() => {
    round.current += 1
    setScan({ state: 'none' })
  }, [])
  return { scan, look, clear }
}

async function find(code: string): Promise<Scan> {
  try {
    const piece = await api('GET /api/scanned-piece', {
      query: { code },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { state: 'piece', code, piece }
  } catch (error) {
    return isRequestFailure(error) ? { state: 'failed', code, error } : { state: 'unseen', code }
  }
}
