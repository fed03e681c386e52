import type { SimulatorState } from '@cloud-factory/contract/simulator/simulator'
import { useEffect, useState } from 'react'
import { api, type Sent } from '../../shared/api.ts'
import { isRequestFailure, problemOf } from '../../shared/request.ts'
import { useSpeech, type WallWord } from '../labels.ts'

type Start = Sent<'POST /api/simulator/start'>['body']
type Change = Sent<'POST /api/simulator/change'>['body']
type Inject = Sent<'POST /api/simulator/inject'>['body']
type Break = Sent<'POST /api/simulator/break'>['body']

export interface Play {
  readonly state: SimulatorState | null
  readonly busy: boolean
  /** Result of the last action. */
  readonly message: string
  readonly start: (body: Start) => Promise<void>
  readonly change: (body: Change) => Promise<void>
  readonly stop: () => Promise<void>
  readonly inject: (body: Inject) => Promise<void>
  readonly breakDown: (body: Break) => Promise<void>
}

const reasons: Readonly<Record<string, WallWord>> = {
  'simulator.stopped': 'drawer.notRunning',
  'simulator.off': 'drawer.unavailable',
  'simulator.no_machines': 'drawer.noMachines',
  not_found: 'drawer.notPlayed',
  'permission.denied': 'drawer.denied',
}

/**
 * Reason why an action failed, as text. Errors without a text of their own count as server or
 * connection errors.
 */
function whyNot(error: unknown): WallWord {
  const problem = problemOf(error)
  const word = reasons[String(problem?.params?.['reason'])] ?? reasons[problem?.code ?? '']
  return word ?? (isRequestFailure(error) ? 'drawer.broken' : 'header.lost')
}

/** Current state of the simulator, and actions on it. */
export function useSimulator(): Play {
  const { t } = useSpeech()
  const [state, setState] = useState<SimulatorState | null>(null)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    // Without a response the buttons stay as they are; the banner shows that the connection is
    // lost.
    const read = () => void api('GET /api/simulator', { signal: stop.signal }).then(setState, () => undefined)
    read()
    const timer = setInterval(read, 5_000)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])
  const done = async (action: Promise<SimulatorState>): Promise<void> => {
    setBusy(true)
    setMessage(t('drawer.busy'))
    try {
      setState(await action)
      setMessage(t('drawer.done'))
    } catch (error) {
      setMessage(t('drawer.failed', { reason: t(whyNot(error)) }))
    }
    setBusy(false)
  }
  return {
    state,
    busy,
    message,
    start: (body) => done(api('POST /api/simulator/start', { body })),
    change: (body) => done(api('POST /api/simulator/change', { body })),
    stop: () => done(api('POST /api/simulator/stop', { body: {} })),
    inject: (body) => done(api('POST /api/simulator/inject', { body })),
    breakDown: (body) => done(api('POST /api/simulator/break', { body })),
  }
}
