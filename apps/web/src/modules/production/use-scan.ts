import type { InputRef } from 'antd'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSearchParams } from 'react-router'
import { isRequestFailure } from '../../shared/request.ts'
import { codeIn } from '../../shared/scan/scan.rules.ts'
import { say } from '../../shared/ui/say.ts'
import { enqueue } from './queue.ts'
import { noKeys, withKey } from './work.rules.ts'

/** Result of a scan. `unseen`: offline, so only the code of the piece is known. */
export type Scan<Piece> =
  | { readonly state: 'none' }
  | { readonly state: 'looking'; readonly code: string }
  | { readonly state: 'piece'; readonly code: string; readonly piece: Piece }
  | { readonly state: 'unseen'; readonly code: string }
  | { readonly state: 'failed'; readonly code: string; readonly error: unknown }

export type FindPiece<Piece> = (code: string, signal: AbortSignal) => Promise<Piece>

const timeoutMs = 6000

/** Looks up scanned and typed codes; the last one counts. `findPiece` stays the same function. */
export function useScan<Piece>(findPiece: FindPiece<Piece>) {
  const [scan, setScan] = useState<Scan<Piece>>({ state: 'none' })
  const round = useRef(0)
  const look = useCallback(
    async (text: string) => {
      const code = codeIn(text)
      if (code === null) return
      const own = ++round.current
      setScan({ state: 'looking', code })
      const found = await find(code, findPiece)
      if (round.current === own) setScan(found)
    },
    [findPiece],
  )
  const clear = useCallback(() => {
    round.current += 1
    setScan({ state: 'none' })
  }, [])
  return { scan, look, clear }
}

async function find<Piece>(code: string, findPiece: FindPiece<Piece>): Promise<Scan<Piece>> {
  try {
    return { state: 'piece', code, piece: await findPiece(code, AbortSignal.timeout(timeoutMs)) }
  } catch (error) {
    return isRequestFailure(error) ? { state: 'failed', code, error } : { state: 'unseen', code }
  }
}

/** Receives input of a keyboard scanner while no field has the focus. */
export function useWedge(onCode: (code: string) => void): void {
  const heard = useEffectEvent(onCode)
  useEffect(() => {
    let wedge = noKeys
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) {
        wedge = noKeys
        return
      }
      const step = withKey(wedge, { key: event.key, at: event.timeStamp })
      wedge = step.wedge
      if (step.code === null) return
      // The Enter of a scanner must not press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      heard(step.code)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

interface ReportedPiece {
  /** QR text; offline, the code as it was scanned. */
  readonly code: string
  readonly serial: string
}

/**
 * Reports pieces; `keys` are those of the latest reports. Afterwards the field is ready for the
 * next code.
 */
export function useSendReport<Words extends object>(
  field: RefObject<InputRef | null>,
  bodyOf: (words: Words, pieces: string[]) => Parameters<typeof enqueue>[0],
) {
  const { t } = useTranslation('production')
  const [keys, setKeys] = useState<readonly string[]>([])
  const send = async (words: Words, reported: readonly ReportedPiece[]) => {
    const pieces = reported.map(({ code }) => code)
    const serials = reported.map(({ serial }) => serial)
    try {
      setKeys([await enqueue(bodyOf(words, pieces), serials)])
    } catch {
      say('warning', t('queue.notWritten'))
    }
    // On a phone the field would bring the keyboard up.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }
  return { keys, forget: () => setKeys([]), send }
}

/** A code in the address, as a link of a printed label brings it, is looked up once and leaves the address. */
export function useLinkedCode(onCode: (code: string) => void): void {
  const [search, setSearch] = useSearchParams()
  const code = search.get('code')
  const linked = useEffectEvent((found: string) => {
    setSearch((before) => without(before, 'code'), { replace: true })
    onCode(found)
  })
  useEffect(() => {
    if (code !== null) linked(code)
  }, [code])
}

function without(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete(name)
  return rest
}
